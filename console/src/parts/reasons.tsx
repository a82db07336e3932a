interface Reason {
  readonly code: string;
  readonly detail: string;
}

/** The reasons of a run or a review, each with its code. */
export const Reasons = ({ reasons }: { readonly reasons: readonly Reason[] }) => (
  <ul>
    {reasons.map(({ code, detail }) => (
      <li key={`${code} ${detail}`}>
        <code>{code}</code> {detail}
      </li>
    ))}
  </ul>
);

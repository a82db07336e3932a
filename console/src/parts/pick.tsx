/** A choice of one value in a form that changes with the choice. */
export const Pick = <T extends string>({
  label,
  values,
  nameOf,
  value,
  onPick,
}: {
  readonly label: string;
  readonly values: readonly T[];
  readonly nameOf: (value: T) => string;
  readonly value: T;
  readonly onPick: (value: T) => void;
}) => (
  <label>
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => onPick(currentTarget.value as T)}>
      {values.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </select>
  </label>
);

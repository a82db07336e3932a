import { useWords } from '../words/index.tsx';

/** A time in IST, with UTC in its title. */
export const Time = ({ iso }: { readonly iso: string }) => {
  const { time, utc } = useWords();
  return (
    <time dateTime={iso} title={utc(iso)}>
      {time(iso)}
    </time>
  );
};

/** A time in IST and UTC, both as text, because only a mouse reaches a title. */
export const FullTime = ({ iso }: { readonly iso: string }) => {
  const { fullTime } = useWords();
  return <time dateTime={iso}>{fullTime(iso)}</time>;
};

import { useWords } from '../words/index.tsx';

/** A filter with one of several values, or none. */
export const Choose = ({
  label,
  kind,
  nameOf,
  values,
  value,
  all,
  onChoose,
}: {
  readonly label: string;
  /** The kind of the values, which determines their names. */
  readonly kind?: string;
  /** Names a value that is no word of the console. */
  readonly nameOf?: (value: string) => string;
  readonly values: readonly string[];
  readonly value: string;
  /** Name of the choice without a value. */
  readonly all: string;
  readonly onChoose: (value: string) => void;
}) => {
  const { name } = useWords();
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">{all}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {nameOf === undefined ? name(kind ?? '', one) : nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
};

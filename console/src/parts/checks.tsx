/** Checkboxes for several values of one kind. */
export const Checks = ({
  legend,
  name,
  values,
  checked,
  nameOf = (value) => value,
}: {
  readonly legend: string;
  readonly name: string;
  readonly values: readonly string[];
  readonly checked?: readonly string[];
  readonly nameOf?: (value: string) => string;
}) => (
  <fieldset class="checks">
    <legend>{legend}</legend>
    {values.map((value) => (
      <label key={value} class="beside">
        <input type="checkbox" name={name} value={value} defaultChecked={checked?.includes(value) === true} />
        <span>{nameOf(value)}</span>
      </label>
    ))}
  </fieldset>
);

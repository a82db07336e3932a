import { Drop } from '../../parts/drop.tsx';
import { useWords } from '../../words/index.tsx';

/** Files that go with a request. A file of the same name replaces the earlier one. */
export const GivenFiles = ({
  files,
  label,
  onChange,
}: {
  readonly files: readonly File[];
  readonly label?: string;
  readonly onChange: (files: readonly File[]) => void;
}) => {
  const { t } = useWords();
  const add = (more: readonly File[]): void => {
    const names = new Set(more.map(({ name }) => name));
    onChange([...files.filter(({ name }) => !names.has(name)), ...more]);
  };
  return (
    <>
      <Drop label={label ?? t('ask.givenFiles')} isMultiple onFiles={add} />
      {files.length > 0 && (
        <ul class="plain">
          {files.map((file) => (
            <li key={file.name} class="row">
              <strong>{file.name}</strong>
              <span class="quiet">{t('ask.bytes', { count: file.size })}</span>
              <button type="button" onClick={() => onChange(files.filter((other) => other !== file))}>
                {t('start.takeOut', { name: file.name })}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

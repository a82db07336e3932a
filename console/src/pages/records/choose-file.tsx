import { useState } from 'preact/hooks';
import { useWords } from '../../words/index.tsx';

/** A field for a file, which also takes one that is dropped on it. */
export const ChooseFile = ({
  file,
  onFile,
}: {
  readonly file: File | undefined;
  readonly onFile: (file: File) => void;
}) => {
  const { t } = useWords();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined): void => {
    const [first] = files ?? [];
    if (first !== undefined) onFile(first);
  };
  return (
    <label
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <span>{t('import.file')}</span>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.jsonl,.ndjson"
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
      <span class="quiet">
        {file === undefined ? t('import.drop') : t('import.chosen', { name: file.name, size: file.size })}
      </span>
    </label>
  );
};

import { useState } from 'preact/hooks';
import { useWords } from '../words/index.tsx';

/** An area for files: people drop them there, or choose them. */
export const Drop = ({
  label,
  accept,
  isMultiple = false,
  onFiles,
}: {
  readonly label: string;
  readonly accept?: string;
  readonly isMultiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}) => {
  const { t } = useWords();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined): void => {
    const given = [...(files ?? [])];
    if (given.length > 0) onFiles(isMultiple ? given : given.slice(0, 1));
  };
  return (
    <label
      class={`drop ${isOver ? 'over' : ''}`}
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
      <span>{label}</span>
      <span class="quiet">{t('app.drop')}</span>
      <input
        type="file"
        multiple={isMultiple}
        {...(accept !== undefined && { accept })}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // Lets people choose a file again that they have removed.
          currentTarget.value = '';
        }}
      />
    </label>
  );
};

import { useMutation } from '@tanstack/preact-query';
import { save } from '../api/bytes.ts';
import { useWords } from '../words/index.tsx';
import { Failure } from './states.tsx';

/** Charts that code drew, as pictures with their names. */
export const Charts = ({
  charts,
}: {
  readonly charts: readonly { readonly name: string; readonly image_b64: string }[];
}) => {
  const { t } = useWords();
  if (charts.length === 0) return null;
  return (
    <>
      <h3>{t('ask.charts')}</h3>
      <div class="charts">
        {charts.map(({ name, image_b64: bytes }) => (
          <figure key={name}>
            <img src={`data:image/png;base64,${bytes}`} alt={t('ask.chart', { name })} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </>
  );
};

export interface Left {
  readonly name: string;
  readonly size: number;
  /** Id by which later work can use the file again. */
  readonly id?: string | null;
  /** Reads the content; undefined if it was not kept. */
  readonly read?: (() => Promise<Blob>) | undefined;
}

const Download = ({ file }: { readonly file: Left }) => {
  const { t } = useWords();
  const download = useMutation({
    mutationFn: async (read: () => Promise<Blob>) => save(await read(), file.name),
  });
  const { read } = file;
  if (read === undefined) return <span class="quiet">{t('ask.notKept')}</span>;
  return (
    <>
      <button type="button" disabled={download.isPending} onClick={() => download.mutate(read)}>
        {t('ask.download', { name: file.name })}
      </button>
      {download.isError && <Failure error={download.error} />}
    </>
  );
};

/** Files that came with work, or that its code left. */
export const Files = ({ title, files }: { readonly title: string; readonly files: readonly Left[] }) => {
  const { t } = useWords();
  if (files.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {files.map((file) => (
          <li key={file.name} class="row">
            <strong>{file.name}</strong>
            <span class="quiet">{t('ask.bytes', { count: file.size })}</span>
            {file.id != null && <code>{file.id}</code>}
            <Download file={file} />
          </li>
        ))}
      </ul>
    </>
  );
};

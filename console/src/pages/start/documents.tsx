import { useMutation } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { createRepeat } from '../../api/repeat.ts';
import { upload } from '../../api/start.ts';
import { type DocumentKind, KINDS } from '../../api/types.ts';
import { Choose } from '../../parts/choose.tsx';
import { Drop } from '../../parts/drop.tsx';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import type { Attached } from './fields.ts';

type Change = (change: (before: readonly Attached[]) => readonly Attached[]) => void;

const Row = ({ document, onChange }: { readonly document: Attached; readonly onChange: Change }) => {
  const { t } = useWords();
  const { file_id: id, name, pages, kind } = document;
  return (
    <li class="row">
      <strong>{name}</strong>
      <span class="quiet">{pages === null ? t('start.checking') : t('start.pages', { count: pages })}</span>
      <Choose
        label={t('start.kindOf', { name })}
        kind="document"
        values={KINDS}
        all={t('start.recognise')}
        value={kind ?? ''}
        onChoose={(chosen) =>
          onChange((before) =>
            before.map((one) =>
              one.file_id === id
                ? { ...one, kind: chosen === '' ? undefined : (chosen as DocumentKind) }
                : one,
            ),
          )
        }
      />
      <button
        type="button"
        onClick={() => onChange((before) => before.filter(({ file_id: other }) => other !== id))}
      >
        {t('start.takeOut', { name })}
      </button>
    </li>
  );
};

/** The documents of a case: each is stored as soon as it is dropped, and the case refers to it. */
export const Documents = ({
  attached,
  onChange,
}: {
  readonly attached: readonly Attached[];
  readonly onChange: Change;
}) => {
  const { t } = useWords();
  const [repeat] = useState(() => createRepeat());
  const store = useMutation({
    mutationFn: async (files: readonly File[]) => {
      // One after the other, because each is opened in a sandbox.
      for (const file of files) {
        const { id, pages } = await repeat(file, async (key) => upload(file, key));
        onChange((before) => [...before, { file_id: id, name: file.name, pages, kind: undefined }]);
      }
    },
  });
  return (
    <fieldset>
      <legend>{t('start.documents')}</legend>
      <Drop
        label={t('start.drop')}
        accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff,.webp,.txt"
        isMultiple
        onFiles={(files) => store.mutate(files)}
      />
      {store.isPending && <p role="status">{t('start.storing')}</p>}
      {store.isError && <Failure error={store.error} />}
      {attached.length > 0 && (
        <ul class="plain">
          {attached.map((document) => (
            <Row key={document.file_id} document={document} onChange={onChange} />
          ))}
        </ul>
      )}
    </fieldset>
  );
};

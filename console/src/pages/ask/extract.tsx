import { useState } from 'preact/hooks';
import type { extractDocument } from '../../../../src/contract/operations/documents.ts';
import { toBase64 } from '../../api/bytes.ts';
import type { Reply } from '../../api/call.ts';
import { useAct } from '../../api/hooks.ts';
import { work } from '../../api/work.ts';
import { Choose } from '../../parts/choose.tsx';
import { Drop } from '../../parts/drop.tsx';
import { Marked } from '../../parts/marked.tsx';
import { useAddress } from '../../parts/picture.tsx';
import { Prove } from '../../parts/prove.tsx';
import { Failure } from '../../parts/states.tsx';
import { Value } from '../../parts/value.tsx';
import { useWords } from '../../words/index.tsx';
import { AskFrame } from './frame.tsx';
import { marksOf } from './places.ts';

type Extraction = Reply<typeof extractDocument>;

const TYPES = ['pan', 'aadhaar', 'gstin', 'invoice', 'bank'] as const;
const SHOWN_BY_BROWSERS = /^image\/(?:png|jpeg|webp)$/;

/** The dropped picture beside what was read from it, for formats that browsers draw. */
const Given = ({ file }: { readonly file: File }) => {
  const { t } = useWords();
  const address = useAddress(SHOWN_BY_BROWSERS.test(file.type) ? file : undefined);
  return address === undefined ? (
    <p>{file.name}</p>
  ) : (
    <img class="given" src={address} alt={t('extract.picture', { name: file.name })} />
  );
};

const Result = ({ file, found }: { readonly file: File; readonly found: Extraction }) => {
  const { t, name } = useWords();
  const { valid, notes, document, details, fields } = found;
  const marks = marksOf(details).map(({ kind, ...mark }) => ({ ...mark, label: name('identifier', kind) }));
  return (
    <section aria-labelledby="read">
      <h2 id="read">{t('extract.read')}</h2>
      <p class={valid ? 'good' : 'bad'} role="status">
        {t(valid ? 'extract.valid' : 'extract.invalid')}
      </p>
      {notes.length > 0 && (
        <ul>
          {notes.map(({ code, detail }) => (
            <li key={`${code} ${detail}`}>
              <span class="badge busy">{code}</span> <span lang="en">{detail}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="beside-page">
        <div>
          <Given file={file} />
        </div>
        <div>
          <Value value={fields} />
          {document !== undefined && (
            <>
              <h3>{t('extract.text')}</h3>
              <Marked text={document.text} marks={marks} />
            </>
          )}
        </div>
      </div>
      <details>
        <summary>{t('extract.details')}</summary>
        <Value value={details} />
      </details>
      <p>
        <Prove ledgerRef={found.ledger_ref} />
      </p>
    </section>
  );
};

interface Wanted {
  readonly file: File;
  readonly as: (typeof TYPES)[number] | 'auto';
}

/** Reads a document that somebody drops, and checks what it says. */
export const Extract = () => {
  const { t } = useWords();
  const [type, setType] = useState('');
  const extract = useAct(async ({ file, as }: Wanted, idempotencyKey) => ({
    file,
    found: await work.extractDocument({
      body: { type: as, document_b64: await toBase64(file) },
      idempotencyKey,
    }),
  }));
  const read = (file: File): void =>
    extract.mutate({ file, as: TYPES.find((each) => each === type) ?? 'auto' });
  return (
    <AskFrame kind="extract">
      <section aria-label={t('ask.extract')}>
        <form onSubmit={(event) => event.preventDefault()}>
          <Choose
            label={t('extract.type')}
            kind="identifier"
            values={TYPES}
            all={t('extract.auto')}
            value={type}
            onChoose={setType}
          />
          <Drop
            label={t('extract.drop')}
            accept=".pdf,.png,.jpg,.jpeg,.tif,.tiff,.webp,.bmp,.gif"
            onFiles={([file]) => file !== undefined && read(file)}
          />
          {extract.isPending && <p role="status">{t('extract.reading')}</p>}
          {extract.isError && <Failure error={extract.error} />}
        </form>
      </section>
      {extract.data !== undefined && <Result {...extract.data} />}
    </AskFrame>
  );
};

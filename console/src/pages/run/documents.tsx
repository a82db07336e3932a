import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ReadDocumentBody } from '../../../../src/contract/read-document.ts';
import type { RunBody } from '../../../../src/contract/run.ts';
import { useMe } from '../../api/queries.ts';
import { work } from '../../api/work.ts';
import { Failure, Loading } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import { doubtOf } from './doubts.ts';
import { PagePicture, type Value } from './page-picture.tsx';

type ReadDocument = ReadDocumentBody;

const Values = ({ values }: { readonly values: readonly Value[] }) => {
  const { t, name, percent } = useWords();
  return (
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('run.member')}</th>
            <th scope="col">{t('run.value')}</th>
            <th scope="col">{t('run.confidence')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ member, doubt }) => (
            <tr key={`${member.name} ${member.page} ${member.box.join(' ')}`}>
              <td data-label={t('run.member')}>{name('member', member.name)}</td>
              <td data-label={t('run.value')}>
                {member.value || t('run.notRead')}{' '}
                {doubt !== undefined && (
                  <span class={`badge ${doubt === 'conflict' ? 'bad' : 'busy'}`}>{name('doubt', doubt)}</span>
                )}
              </td>
              <td data-label={t('run.confidence')}>
                {percent(member.confidence)} · {name('source', member.source)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Document = ({
  document,
  reasons,
  maySeeAll,
}: {
  readonly document: ReadDocument;
  readonly reasons: RunBody['reasons'];
  readonly maySeeAll: boolean;
}) => {
  const { t, name, percent } = useWords();
  const values = document.members.map((member) => ({ member, doubt: doubtOf(member, reasons) }));
  return (
    <li>
      <h3>{document.kind === null ? t('run.kindUnknown') : name('document', document.kind)}</h3>
      <p class="quiet" lang="en">
        {document.why}
      </p>
      {document.pages.length === 0 && <Values values={values} />}
      {document.pages.map((page) => {
        const own = values.filter(({ member }) => member.page === page.number);
        return (
          <div key={page.number} class="beside-page">
            <div>
              <PagePicture file={document.file_id} page={page} values={own} maySeeAll={maySeeAll} />
              <p class="quiet">{t('run.coverage', { page: page.number, share: percent(page.coverage) })}</p>
              {page.notes.map((note) => (
                <p key={note}>
                  <span class="badge busy">{name('note', note)}</span>
                </p>
              ))}
            </div>
            {own.length === 0 ? <p>{t('run.noValues')}</p> : <Values values={own} />}
          </div>
        );
      })}
    </li>
  );
};

/** The unmasked values, for people who decide. */
const useUnmasked = (id: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['run-documents', id],
    queryFn: async ({ signal }) => work.getRunDocuments({ params: { id }, signal }),
    enabled: isWanted,
    staleTime: Infinity,
    gcTime: 0,
  });

/** The documents of a case beside the values that were read from them. */
export const Documents = ({ run }: { readonly run: RunBody }) => {
  const { t } = useWords();
  const me = useMe();
  const [isUnmasked, setUnmasked] = useState(false);
  const unmasked = useUnmasked(run.id, isUnmasked);
  const scopes = new Set<string>(me.data?.scopes);
  if (run.documents === undefined) return null;
  const shown = unmasked.data?.documents ?? run.documents;
  return (
    <section aria-labelledby="documents">
      <h2 id="documents">{t('run.documents')}</h2>
      <p class="quiet">{t('run.documentsHelp')}</p>
      {scopes.has('reviews:decide') && !isUnmasked && (
        <p>
          <button type="button" onClick={() => setUnmasked(true)}>
            {t('run.showValues')}
          </button>
        </p>
      )}
      {isUnmasked && unmasked.isPending && <Loading />}
      {unmasked.isError && <Failure error={unmasked.error} again={async () => unmasked.refetch()} />}
      <ul class="plain">
        {shown.map((document) => (
          <Document
            key={document.file_id}
            document={document}
            reasons={run.reasons}
            maySeeAll={scopes.has('reviews:decide') || scopes.has('documents:write')}
          />
        ))}
      </ul>
    </section>
  );
};

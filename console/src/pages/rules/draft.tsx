import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { checkRuleSetDraft, putRuleSetDraft } from '../../../../src/contract/operations/rule-sets.ts';
import type { RuleSetVersionSummary } from '../../../../src/contract/rule-set-version.ts';
import { admin } from '../../api/admin.ts';
import type { Given, Reply } from '../../api/call.ts';
import { useAct, useRead } from '../../api/hooks.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { Editor } from '../../parts/editor.tsx';
import { useFilters } from '../../parts/filters.ts';
import { onSubmit } from '../../parts/form.ts';
import { jsonObject } from '../../parts/json-object.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Failure } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useTitle } from '../../parts/title.ts';
import { useWords } from '../../words/index.tsx';

type Document = NonNullable<Given<typeof putRuleSetDraft>['body']>;
type Faults = Reply<typeof checkRuleSetDraft>['faults'];

const FaultTable = ({ faults }: { readonly faults: Faults }) => {
  const { t } = useWords();
  if (faults.length === 0) return null;
  return (
    <>
      <h2 role="alert">{t('rules.faults')}</h2>
      <Table
        label={t('rules.faults')}
        rows={faults}
        keyOf={({ at, fault }) => `${at} ${fault}`}
        columns={[
          { label: t('rules.part'), cell: ({ at }) => <code>{at}</code> },
          { label: t('rules.fault'), cell: ({ fault }) => fault },
        ]}
      />
    </>
  );
};

/** An editor for the document of a draft, with a check that stores nothing. */
const DraftEditor = ({ document: begun }: { readonly document: object }) => {
  const { t } = useWords();
  const [text, setText] = useState(() => JSON.stringify(begun, null, 2));
  const document = jsonObject(text);
  const check = useAct(async (given: Document) => admin.checkRuleSetDraft({ body: { document: given } }));
  const save = useAct(
    async (given: Document) =>
      admin.putRuleSetDraft({
        params: { id: given.id, version: String(given.version) },
        body: given,
      }),
    ['rule-sets', 'rule-set'],
  );
  const change = (next: string): void => {
    setText(next);
    check.reset();
    save.reset();
  };
  // The service checks the form of the document, and names each fault.
  const given = document as Document | undefined;
  return (
    <form onSubmit={onSubmit(() => given !== undefined && save.mutate(given))}>
      <p class="quiet">{t('rules.draftHelp')}</p>
      <Editor label={t('rules.document')} language="json" value={text} onChange={change} />
      {document === undefined && (
        <p class="failure" role="alert">
          {t('review.argumentsFault')}
        </p>
      )}
      {check.isError && <Failure error={check.error} />}
      {save.isError && <Failure error={save.error} />}
      {check.data?.ok === true && (
        <p class="good" role="status">
          {t('rules.faultless', { count: check.data.tests ?? 0 })}
        </p>
      )}
      {save.data !== undefined && (
        <p role="status">
          {t('rules.stored')} <Link href={`/rules/${save.data.document.id}`}>{t('rules.openSet')}</Link>
        </p>
      )}
      <FaultTable faults={save.data?.faults ?? check.data?.faults ?? []} />
      <div class="row">
        <button
          type="button"
          disabled={given === undefined || check.isPending}
          onClick={() => given !== undefined && check.mutate(given)}
        >
          {t('rules.check')}
        </button>
        <button type="submit" class="main" disabled={given === undefined || save.isPending}>
          {t('rules.saveDraft')}
        </button>
      </div>
    </form>
  );
};

const isDraft = ({ state, owner }: Pick<RuleSetVersionSummary, 'state' | 'owner'>): boolean =>
  state === 'draft' && owner === 'team';

const Begin = ({ id, from }: { readonly id: string; readonly from: string }) => {
  const version = useRead(['rule-draft', id, from], async (signal) =>
    admin.getRuleSetVersion({ params: { id, version: from }, signal }),
  );
  return (
    <Loaded query={version}>
      {(found) => (
        <DraftEditor
          document={
            isDraft(found) ? found.document : { ...found.document, version: found.document.version + 1 }
          }
        />
      )}
    </Loaded>
  );
};

/** The draft of a rule set's next version, which begins as a copy of another version. */
export const RuleDraft = ({ params: { id } }: { readonly params: { readonly id: string } }) => {
  const { t } = useWords();
  const { filter } = useFilters();
  useTitle(t('rules.draft', { id }));
  return (
    <>
      <h1>{t('rules.draft', { id })}</h1>
      <p>
        <Link href={`/rules/${id}`}>{t('rules.backToSet')}</Link>
      </p>
      <Allowed scope="rules:write">
        <Begin id={id} from={filter('from')} />
      </Allowed>
    </>
  );
};

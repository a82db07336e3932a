import type { RuleSetVersionSummary } from '../../../../src/contract/rule-set-version.ts';
import { admin } from '../../api/admin.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { onSubmit, textIn } from '../../parts/form.ts';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

const STALE = ['rule-sets', 'rule-set'];

interface Of {
  readonly id: string;
  readonly version: number;
}

const Activate = ({ id, version }: Of) => {
  const { t } = useWords();
  const params = { id, version: String(version) };
  const activate = useAct(
    async (from: string | null, idempotencyKey) =>
      admin.activateRuleSet({ params, body: from === null ? {} : { from }, idempotencyKey }),
    STALE,
  );
  return (
    <form onSubmit={onSubmit((form) => activate.mutate(textIn(form, 'from')))}>
      <label>
        <span>{t('rules.activateFrom')}</span>
        <input name="from" type="date" />
      </label>
      {activate.isError && <Failure error={activate.error} />}
      <div>
        <button type="submit" disabled={activate.isPending}>
          {t('rules.activate')}
        </button>
      </div>
    </form>
  );
};

const RollBack = ({ id, version }: Of) => {
  const { t } = useWords();
  const params = { id, version: String(version) };
  const rollBack = useAct(
    async (reason: string, idempotencyKey) =>
      admin.rollBackRuleSet({ params, body: { reason }, idempotencyKey }),
    STALE,
  );
  return (
    <form onSubmit={onSubmit((form) => rollBack.mutate(textIn(form, 'reason') ?? ''))}>
      <label>
        <span>{t('rules.rollBackReason')}</span>
        <input name="reason" required maxLength={500} autocomplete="off" />
      </label>
      <span class="quiet">{t('rules.rollBackSure')}</span>
      {rollBack.isError && <Failure error={rollBack.error} />}
      <div>
        <button type="submit" disabled={rollBack.isPending}>
          {t('rules.rollBack')}
        </button>
      </div>
    </form>
  );
};

/** The next move of a version, for people who may make it. */
export const Moves = ({ id, of }: { readonly id: string; readonly of: RuleSetVersionSummary }) => {
  const { t } = useWords();
  const may = useMay();
  const { version, state, owner } = of;
  const params = { id, version: String(version) };
  const about = String(version);
  const propose = useAct(
    async (_: void, idempotencyKey) => admin.proposeRuleSet({ params, idempotencyKey }),
    STALE,
  );
  const approve = useAct(
    async (_: void, idempotencyKey) => admin.approveRuleSet({ params, idempotencyKey }),
    STALE,
  );
  if (owner === 'team' && state === 'draft' && may('rules:write'))
    return (
      <Confirm label={t('rules.propose')} about={about} question={t('rules.proposeSure')} act={propose} />
    );
  if (owner === 'team' && may('rules:approve')) {
    if (state === 'proposed')
      return (
        <Confirm label={t('rules.approve')} about={about} question={t('rules.approveSure')} act={approve} />
      );
    if (state === 'approved') return <Activate id={id} version={version} />;
    if (state === 'active') return <RollBack id={id} version={version} />;
  }
  return <>{t('app.none')}</>;
};

import type { Transaction } from 'kysely';
import type { Answers } from '../../connectors/look-up.ts';
import type { StepOf } from '../../contract/team-vertical.ts';
import { maskText } from '../../governance/mask.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { finalDecision } from '../../governance/team-verticals/perform.ts';
import { toWrite, type ToWrite } from '../../governance/team-verticals/prepare.ts';
import { resetAccess } from '../../store/records/accounts.ts';
import type { Database } from '../../store/db/schema.ts';
import { queueMessage } from '../../store/records/messages.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { sourcesToFacts } from '../verticals/common/facts.ts';
import { accountOf } from '../verticals/support/account.ts';
import { answersTo } from './look-up.ts';
import { ownKeyOf } from './own-key.ts';
import type { StepRun } from './step-run.ts';

/**
 * Looks up the account to which a step restores access, if a connector serves accounts. This happens before
 * the transaction begins, so that no transaction waits for another system.
 * @throws RecordsAwayError if the connector gives no usable answer
 */
export const answersForWrite = async (
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'write'>,
): Promise<Answers> => {
  if (step.access === undefined) return {};
  const { decision } = finalDecision(run.vertical, run.done);
  const prepared = toWrite(run.compiled, step, decision, run.found);
  return 'write' in prepared ? answersTo(deps, run, 'accounts', prepared.write.key ?? '') : {};
};

/**
 * Restores access to an account, in the transaction that appends the step's row, and alerts its holder. An
 * account that was closed or put on hold meanwhile stays as it is, and the run escalates.
 */
export const giveAccess = async (
  tx: Transaction<Database>,
  deps: ActivityDependencies,
  run: StepRun,
  { id, access }: StepOf<'write'>,
  { key = '', to, body = '' }: ToWrite,
  answers: Answers,
): Promise<StepDone> => {
  const { changed } = access!;
  const { team_id: teamId, run_id: runId, ledger_ref: ledgerRef } = run.input.run;
  const { digestRing } = deps;
  const account = await accountOf({ db: tx, digestRing, teamId, answers }, key);
  if (account?.status !== 'active' && account?.status !== 'locked')
    return {
      value: { written: false },
      reasons: [changed],
      summary: 'Access was not given back, because the account has changed. The case goes to a person.',
      detail: { performed: false, changed: true },
    };
  const own = await ownKeyOf({ db: tx, digestRing }, run, run.compiled.cells['case']);
  await resetAccess(tx, teamId, runId, { account: account.number, ...own });
  await queueMessage(
    tx,
    deps.vaultRing,
    { teamId, runId, ledgerRef },
    {
      kind: 'device_alert',
      to: account.email ?? to,
      toMasked: account.emailMasked,
      body: maskText(body, run.known),
    },
  );
  const sources = sourcesToFacts(answers);
  return {
    value: { written: true, alerted: account.emailMasked },
    reasons: [],
    summary: `Written: access to the account was given back (${id}); an alert was queued.`,
    detail: { performed: true, alerted: account.emailMasked, ...sources },
    stays: sources,
  };
};

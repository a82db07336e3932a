import type { Transaction } from 'kysely';
import type { Answers } from '../../connectors/look-up.ts';
import type { StepOf } from '../../contract/team-vertical.ts';
import { maskText } from '../../governance/mask.ts';
import { asText } from '../../governance/team-verticals/as-text.ts';
import { withOwn } from '../../governance/team-verticals/address.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { refusedMessage, refusedWrite, toWrite, written } from '../../governance/team-verticals/prepare.ts';
import { shownRecord } from '../../governance/team-verticals/shown.ts';
import { type Members, shownValue } from '../../governance/team-verticals/values.ts';
import type { Database } from '../../store/db/schema.ts';
import { queueMessage } from '../../store/records/messages.ts';
import { writeOwnRecord } from '../../store/records/own.ts';
import { hasValue, keepValues } from '../../store/vault/vault.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { decisionNow, type DecisionNow } from './confirm-write.ts';
import { giveAccess } from './give-access.ts';
import { resultRef, type StepRun } from './step-run.ts';
import { undoneInTrial } from './undo-trial.ts';
import { changeAddress } from './write-address.ts';
import { writeTicket } from './write-ticket.ts';

/** Performs `write` in the transaction that appends its row, after the rules that confirm it. What a trial writes is undone. */
export const write = async (
  tx: Transaction<Database>,
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'write'>,
  answers: Answers,
): Promise<StepDone> =>
  undoneInTrial(tx, run, async () => {
    const now = await decisionNow(tx, run, step);
    const done = await effect(tx, deps, run, step, { now, answers });
    return withOwn(step, done, now.own);
  });

interface Given {
  readonly now: DecisionNow;
  readonly answers: Answers;
}

const effect = async (
  tx: Transaction<Database>,
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'write'>,
  { now, answers }: Given,
): Promise<StepDone> => {
  const prepared = toWrite(run.compiled, step, now.decision, run.found);
  if (!('write' in prepared)) return prepared;
  const { key = '', fields = {}, to = '', body = '' } = prepared.write;
  const { team_id: teamId, run_id: runId, ledger_ref: ledgerRef } = run.input.run;
  // Makes an erasure of the case wait, so that it also finds the record.
  await keepValues(tx, { teamId, ref: ledgerRef });
  if (step.access !== undefined) return giveAccess(tx, deps, run, step, prepared.write, answers);
  if (step.address !== undefined) return changeAddress(tx, deps, run, step, prepared.write);
  if (step.ticket !== undefined) return writeTicket(tx, deps, run, prepared.write, now);
  if (step.record !== undefined) {
    const { collection, exists } = step.record;
    const record = jsonOf(fields);
    const ref = { teamId, collection, key, runId };
    if (!(await writeOwnRecord(tx, deps, ref, { record, exists }))) return refusedWrite(collection);
    return written(`a record of ${collection}`, { collection, ...shownRecord(fields) });
  }
  const { kind } = step.message!;
  const { shown = to } = fields;
  const toMasked = maskText(asText(shown), run.known);
  const message = { kind, to, toMasked, body: maskText(body, run.known) };
  const isQueued = await queueMessage(tx, deps.vaultRing, { teamId, runId, ledgerRef }, message);
  // A retry finds the message that its first attempt queued, together with the step's result.
  const result = { teamId, ref: resultRef(run.input, run.input.n) };
  if (!isQueued && !(await hasValue(tx, result))) return refusedMessage(kind);
  return written(`a message (${kind}) was queued`, { message: kind, to: toMasked });
};

const jsonOf = (fields: Members): StepDone['detail'] =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shownValue(value)]));

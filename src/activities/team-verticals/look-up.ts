import type { Answers } from '../../connectors/look-up.ts';
import type { StepOf } from '../../contract/team-vertical.ts';
import { keyOf, lookedUp } from '../../governance/team-verticals/prepare.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { matchesOf } from '../../governance/team-verticals/account.ts';
import { readByShape } from '../../governance/team-verticals/shape.ts';
import type { Members } from '../../governance/team-verticals/values.ts';
import { countResets } from '../../store/records/accounts.ts';
import { findOwnRecord } from '../../store/records/own.ts';
import { findPolicy, isRecordNumber } from '../../store/records/policies.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { lookUpForRun } from '../common/look-up-for-run.ts';
import { sourcesToFacts } from '../verticals/common/facts.ts';
import { accountOf } from '../verticals/support/account.ts';
import { ownKeyOf } from './own-key.ts';
import { withRules } from './rules.ts';
import type { StepRun } from './step-run.ts';

/**
 * Performs `look_up`: reads a record of the team's own, or one of the service or of the connector that serves it.
 * @throws RecordsAwayError if a connector gives no usable answer
 */
export const lookUp = async (
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'look_up'>,
): Promise<StepDone> => withRules(deps.db, run, step, await recordOf(deps, run, step));

const recordOf = async (
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'look_up'>,
): Promise<StepDone> => {
  const prepared = keyOf(run.compiled, run.found);
  if (!('key' in prepared)) return prepared;
  const { key } = prepared;
  const { team_id: teamId } = run.input.run;
  if (step.collection !== undefined && step.fields !== undefined) {
    const { collection, fields } = step;
    const record = await findOwnRecord(deps.db, deps, { teamId, collection, key });
    if (record === undefined) return lookedUp(step, undefined);
    const { members, missing, unreadable } = readByShape(fields, record);
    return lookedUp(step, members, { unreadable: [...missing, ...unreadable] });
  }
  return step.records === 'policies' ? policy(deps, run, step, key) : account(deps, run, step, key);
};

/** Asks the connector that serves a kind of records, if there is one. */
export const answersTo = async (
  deps: ActivityDependencies,
  { input }: StepRun,
  serves: 'policies' | 'accounts' | 'callers',
  key: string,
): Promise<Answers> => {
  const { team_id: teamId, run_id: runId } = input.run;
  const isKey = serves === 'callers' ? key !== '' : isRecordNumber(key);
  const wanted = isKey ? [{ serves, key }] : [];
  return lookUpForRun(deps, { teamId, runId, waited: input.waited ?? false }, wanted);
};

const policy = async (
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'look_up'>,
  key: string,
): Promise<StepDone> => {
  const answers = await answersTo(deps, run, 'policies', key);
  const found =
    answers.policies === undefined
      ? await findPolicy(deps.db, run.input.run.team_id, key)
      : answers.policies.record;
  const members: Members | undefined = found && {
    number: found.number,
    status: found.status,
    cover_from: BigInt(found.coverFrom),
    cover_to: BigInt(found.coverTo),
    since: BigInt(found.since),
    sum_insured: found.sumInsured,
    used: found.used,
  };
  return lookedUp(step, members, { more: sourcesToFacts(answers) });
};

const account = async (
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'look_up'>,
  key: string,
): Promise<StepDone> => {
  const answers = await answersTo(deps, run, 'accounts', key);
  const found = await accountOf({ ...deps, teamId: run.input.run.team_id, answers }, key);
  const members: Members | undefined = found && {
    number: found.number,
    status: found.status,
    failed_logins: BigInt(found.failedLogins),
    email_masked: found.emailMasked,
  };
  const done = lookedUp(step, members, { more: sourcesToFacts(answers) });
  const resets = step.resets && (await resetsOf(deps, run, step.resets.days, found?.number));
  return {
    ...done,
    value: {
      ...done.value,
      ...matchesOf(run.compiled, step, run.found, found?.isOnFile),
      ...(resets !== undefined && { recent_resets: BigInt(resets) }),
    },
  };
};

/** Counts the resets of an account by other cases. */
const resetsOf = async (
  deps: ActivityDependencies,
  run: StepRun,
  days: number,
  number: string | undefined,
): Promise<number> => {
  if (number === undefined) return 0;
  const { team_id: teamId, created_at: at } = run.input.run;
  const { ticketKey } = await ownKeyOf(deps, run, run.compiled.cells['case']);
  return countResets(deps.db, teamId, number, {
    since: new Date(Date.parse(at) - days * 86_400_000),
    otherThan: ticketKey,
  });
};

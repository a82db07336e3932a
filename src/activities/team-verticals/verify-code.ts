import type { Transaction } from 'kysely';
import type { Answers } from '../../connectors/look-up.ts';
import type { StepOf } from '../../contract/team-vertical.ts';
import { mobileOf } from '../../governance/identifiers/phone.ts';
import { maskValue } from '../../governance/mask.ts';
import type { Verification } from '../../governance/rules/voice/decide.ts';
import { asText } from '../../governance/team-verticals/as-text.ts';
import type { StepDone } from '../../governance/team-verticals/done.ts';
import { namedValues } from '../../governance/team-verticals/prepare.ts';
import { findCaller, tryCode } from '../../store/records/callers.ts';
import { tryOwnCode } from '../../store/records/codes-elsewhere.ts';
import type { Database } from '../../store/db/schema.ts';
import type { ActivityDependencies } from '../common/dependencies.ts';
import { sourcesToFacts } from '../verticals/common/facts.ts';
import { answersTo } from './look-up.ts';
import { ownKeyOf } from './own-key.ts';
import { withRules } from './rules.ts';
import type { StepRun } from './step-run.ts';

/** Looks up the caller, if a connector serves callers. It is asked before the transaction begins. */
export const answersForCode = async (deps: ActivityDependencies, run: StepRun): Promise<Answers> =>
  answersTo(deps, run, 'callers', mobileOf(textsOf(run).phone));

/**
 * Checks the one-time code of a caller on file, in the transaction that appends the step's row: a code works in one case, and wrong ones
 * count. The code itself is neither stored nor shown.
 */
export const verifyCode = async (
  tx: Transaction<Database>,
  deps: ActivityDependencies,
  run: StepRun,
  step: StepOf<'verify_code'>,
  answers: Answers,
): Promise<StepDone> => {
  const { phone: given, code } = textsOf(run);
  const phone = mobileOf(given);
  const found = await callerOf(tx, deps, run, { phone, answers });
  const state = await stateOf(tx, deps, run, { given, phone, code, found });
  const verified = state === 'verified';
  const sources = sourcesToFacts(answers);
  const done: StepDone = {
    value: {
      state,
      verified,
      elsewhere: found?.issued !== undefined,
      // Nobody learns about a caller on file who is not that caller.
      ...(verified && found && { policy: found.policy, phone_masked: found.phoneMasked }),
    },
    reasons: [],
    summary: verified ? 'Caller verified by phone number and one-time code.' : 'Caller not verified.',
    detail: { state, verified, ...sources },
    stays: sources,
  };
  return withRules(tx, run, step, done);
};

/** Texts of the step. One that is not known was not given. */
const textsOf = ({ compiled, found }: StepRun): { readonly phone: string; readonly code: string } => {
  const { phone, code } = namedValues(compiled, found).values;
  return { phone: asText(phone), code: asText(code) };
};

interface FoundCaller {
  readonly policy: string;
  readonly phoneMasked: string;
  /** Undefined for a caller who is kept in the institution's own system. */
  readonly phoneKey?: Buffer;
  /** The code that the institution's own system issued. */
  readonly issued?: string;
}

const callerOf = async (
  tx: Transaction<Database>,
  deps: ActivityDependencies,
  run: StepRun,
  { phone, answers: { callers } }: { readonly phone: string; readonly answers: Answers },
): Promise<FoundCaller | undefined> => {
  if (phone === '') return undefined;
  if (callers !== undefined) {
    const { record } = callers;
    return (
      record && { policy: record.policy, phoneMasked: maskValue('phone', record.phone), issued: record.code }
    );
  }
  const { digest } = await ownKeyOf({ ...deps, db: tx }, run, undefined);
  return findCaller(tx, run.input.run.team_id, digest, phone);
};

const stateOf = async (
  tx: Transaction<Database>,
  { digestRing }: Pick<ActivityDependencies, 'digestRing'>,
  run: StepRun,
  {
    given,
    phone,
    code,
    found,
  }: {
    readonly given: string;
    readonly phone: string;
    readonly code: string;
    readonly found: FoundCaller | undefined;
  },
): Promise<Verification> => {
  if (phone === '') return given === '' ? 'phone_missing' : 'phone_unreadable';
  if (found === undefined) return 'unknown_caller';
  const { team_id: teamId, run_id: runId, created_at: at } = run.input.run;
  const { digest, ticketKey: callKey } = await ownKeyOf(
    { db: tx, digestRing },
    run,
    run.compiled.cells['case'],
  );
  if (found.phoneKey === undefined)
    return tryOwnCode(tx, { teamId, runId }, digest, { phone, code, issued: found.issued ?? '', callKey });
  return tryCode(tx, teamId, runId, digest, {
    phone,
    phoneKey: found.phoneKey,
    code,
    callKey,
    now: new Date(at),
  });
};

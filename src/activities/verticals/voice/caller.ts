import type { LookUp } from '../../../connectors/look-up.ts';
import { maskValue } from '../../../governance/mask.ts';
import { writtenOf } from '../../../governance/members.ts';
import { verificationReasonsUnder } from '../../../governance/rule-sets/verticals/voice.ts';
import { readCall } from '../../../governance/rules/voice/call.ts';
import type { Verification } from '../../../governance/rules/voice/decide.ts';
import { keyText } from '../../../governance/text/plain.ts';
import { voice } from '../../../governance/verticals/voice.ts';
import type { JsonObject } from '../../../ledger/index.ts';
import { type Caller, findCaller, tryCode } from '../../../store/records/callers.ts';
import { tryOwnCode } from '../../../store/records/codes-elsewhere.ts';
import { digestOf } from '../../../store/records/digest.ts';
import { factsOf, reasonsToFacts, sourcesToFacts } from '../common/facts.ts';
import { rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction } from '../common/step.ts';

/** Step 2's result for a caller in the institution's own system; undefined for a caller in our table. */
export const keptElsewhere = (context: Pick<StepContext, 'facts'>): Omit<Caller, 'phoneKey'> | undefined => {
  const { kept_elsewhere: kept } = factsOf(context, 2);
  const { policy, phone_masked: phoneMasked } = (kept ?? {}) as { policy?: string; phone_masked?: string };
  return policy === undefined || phoneMasked === undefined ? undefined : { policy, phoneMasked };
};

export const callerOf = async (
  context: StepContext,
): Promise<(Omit<Caller, 'phoneKey'> & Partial<Caller>) | undefined> =>
  keptElsewhere(context) ?? callerInTable(context);

const callerInTable = async ({
  db,
  digestRing,
  teamId,
  case: given,
}: StepContext): Promise<Caller | undefined> => {
  const { phone } = readCall(given);
  return phone === '' ? undefined : findCaller(db, teamId, await digestOf(db, digestRing, teamId), phone);
};

/** Step 2. Pins the rule set in force. */
export const verifyCaller: StepFunction = async (context) => {
  const { compiled, pin } = await rulesOf(context, voice);
  const state = await verificationOf(context);
  const reasons = verificationReasonsUnder(compiled, state);
  return {
    summary:
      state === 'verified'
        ? 'Caller verified by phone number and one-time code.'
        : `Caller not verified: ${reasons[0]!.detail}.`,
    detail: {
      verification: state,
      verified: state === 'verified',
      reasons: reasonsToFacts(reasons),
      decided_under: { ...pin },
      ...keptFacts(context),
      ...sourcesToFacts(context.answers),
    },
  };
};

/** The step stores a caller of the institution's own system for the later steps, which do not ask again. */
const keptFacts = ({ answers }: StepContext): JsonObject => {
  const record = answers.callers?.record;
  return record === undefined
    ? {}
    : { kept_elsewhere: { policy: record.policy, phone_masked: maskValue('phone', record.phone) } };
};

/** The caller, if a connector serves callers. */
export const callerLookUps = ({ case: given }: Pick<StepContext, 'case'>): readonly LookUp[] => {
  const { phone } = readCall(given);
  return phone === '' ? [] : [{ serves: 'callers', key: phone }];
};

const verificationOf = async (context: StepContext): Promise<Verification> => {
  const { db, digestRing, teamId, runId, now, case: given } = context;
  const { phone, phoneGiven, code } = readCall(given);
  if (phone === '') return phoneGiven ? 'phone_unreadable' : 'phone_missing';
  const digest = await digestOf(db, digestRing, teamId);
  const callKey = digest.of('call', keyText(writtenOf(given, 'id')) || runId);
  const { callers } = context.answers;
  if (callers !== undefined) {
    const { record } = callers;
    if (record === undefined) return 'unknown_caller';
    return tryOwnCode(db, { teamId, runId }, digest, { phone, code, issued: record.code, callKey });
  }
  const caller = await callerInTable(context);
  if (caller === undefined) return 'unknown_caller';
  return tryCode(db, teamId, runId, digest, { phone, phoneKey: caller.phoneKey, code, callKey, now });
};

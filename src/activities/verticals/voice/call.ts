import type { LookUp } from '../../../connectors/look-up.ts';
import { formatDay } from '../../../governance/dates.ts';
import { maskValue } from '../../../governance/mask.ts';
import { recordable } from '../../../governance/recordable.ts';
import { checkPin, MAX_ADDRESS } from '../../../governance/rules/voice/address.ts';
import { readCall } from '../../../governance/rules/voice/call.ts';
import { addressReasonsUnder, policyReasonsUnder } from '../../../governance/rule-sets/verticals/voice.ts';
import type { PolicyMatch, Verification } from '../../../governance/rules/voice/decide.ts';
import type { Reason } from '../../../governance/rules/reason.ts';
import { voice } from '../../../governance/verticals/voice.ts';
import { writeAddress } from '../../../store/records/callers.ts';
import { queueMessage } from '../../../store/records/messages.ts';
import { findPolicy, isRecordNumber } from '../../../store/records/policies.ts';
import { codesOf, factsOf, reasonsFrom, reasonsToFacts, sourcesToFacts } from '../common/facts.ts';
import { pinIn, rulesFacts, rulesOf } from '../common/rules.ts';
import type { StepContext, StepFunction } from '../common/step.ts';
import { callerOf, keptElsewhere } from './caller.ts';

/** Step 1. */
export const startCall: StepFunction = async ({ case: given, mode }) => {
  const { phone, phoneGiven } = readCall(given);
  const masked = phone === '' ? null : maskValue('phone', phone);
  return {
    summary: `Inbound call ${masked === null ? 'without a usable number' : `from ${masked}`} routed to the voice agent (${mode}).`,
    detail: { mode, phone_given: phoneGiven, phone_masked: masked },
  };
};

/** The policy that a verified caller asks about, if a connector serves policies. */
export const callLookUps = (given: Pick<StepContext, 'case' | 'facts'>): readonly LookUp[] => {
  const { policy } = readCall(given.case);
  const isVerified = factsOf(given, 2)['verified'] === true;
  return isVerified && isRecordNumber(policy) ? [{ serves: 'policies', key: policy }] : [];
};

/** Step 3. For a caller who is not verified, it looks up nothing and gives no answer. */
export const answerPolicy: StepFunction = async (context) => {
  const { db, teamId } = context;
  if (factsOf(context, 2)['verified'] !== true)
    return {
      summary: 'Policy status not answered: the caller is not verified.',
      detail: { answered: false, reasons: [] },
    };
  const { policy: number } = readCall(context.case);
  const { policies } = context.answers;
  const caller = await callerOf(context);
  const policy = policies === undefined ? await findPolicy(db, teamId, number) : policies.record;
  const match: PolicyMatch =
    number === ''
      ? 'not_given'
      : policy === undefined
        ? 'unknown'
        : caller?.policy === number
          ? 'own'
          : 'not_the_callers';
  const reasons = policyReasonsUnder((await rulesOf(context, voice)).compiled, match);
  if (match !== 'own' || policy === undefined)
    return {
      summary: `Policy status not answered: ${reasons[0]!.detail}.`,
      detail: {
        answered: false,
        match,
        reasons: reasonsToFacts(reasons),
        ...sourcesToFacts(context.answers),
      },
    };
  return {
    summary: `Answered: policy ${policy.number} is ${policy.status}, cover to ${formatDay(policy.coverTo)}.`,
    detail: {
      answered: true,
      match,
      policy: policy.number,
      status: policy.status,
      cover_to: formatDay(policy.coverTo),
      reasons: [],
      ...sourcesToFacts(context.answers),
    },
  };
};

/** Returns why a call changes nothing, beyond what steps 2 and 3 found. */
export const addressReasonsOf = async (context: StepContext): Promise<readonly Reason[]> => {
  const { compiled } = await rulesOf(context, voice);
  return addressReasonsUnder(compiled, readCall(context.case), {
    verification: factsOf(context, 2)['verification'] as Verification,
    match: (factsOf(context, 3)['match'] ?? 'own') as PolicyMatch,
    before: [2, 3].flatMap((step) => reasonsFrom(factsOf(context, step))),
    isElsewhere: keptElsewhere(context) !== undefined,
  });
};

/** Step 4. Writes the new address only to a verified caller's own policy, and only after it was read back and confirmed. */
export const updateAddress: StepFunction = async (context) => {
  const { db, teamId, runId } = context;
  const call = readCall(context.case);
  const reasons = await addressReasonsOf(context);
  if (call.address === '' && reasons.length === 0)
    return {
      summary: 'No new address was given; nothing written.',
      detail: { given: false, written: false, reasons: [] },
    };
  const caller = await callerOf(context);
  const answered = factsOf(context, 3)['answered'] === true;
  const phoneKey = caller?.phoneKey;
  if (!answered || phoneKey === undefined || reasons.length > 0)
    return {
      summary: answered
        ? `Address not written: ${reasons.map(({ detail }) => detail).join('; ')}.`
        : 'Address not written: the caller may not change this policy.',
      detail: {
        given: true,
        written: false,
        pin: checkPin(call.address),
        reasons: reasonsToFacts(answered ? reasons : []),
      },
    };
  await writeAddress(
    db,
    teamId,
    runId,
    phoneKey,
    recordable(call.writtenAddress, MAX_ADDRESS, context.known),
  );
  return {
    summary: 'Address of the caller updated after read-back and confirmation.',
    detail: { given: true, written: true, pin: 'fits', reasons: [] },
  };
};

/** Step 6. */
export const wrapUp: StepFunction = async (context) => {
  const { db } = context;
  const reasons = [2, 3, 4].flatMap((step) => reasonsFrom(factsOf(context, step)));
  const decision = reasons.length === 0 ? 'completed' : 'escalate';
  const caller = decision === 'completed' ? await callerOf(context) : undefined;
  if (caller !== undefined)
    await queueMessage(db, context.vaultRing, context, {
      kind: 'text_message',
      // The caller was found by this number.
      to: readCall(context.case).phone,
      toMasked: caller.phoneMasked,
      body:
        factsOf(context, 4)['written'] === true
          ? `Your call about policy ${caller.policy} is complete. Your address was changed.`
          : `Your call about policy ${caller.policy} is complete.`,
    });
  return {
    summary:
      decision === 'completed'
        ? 'Call completed; text-message confirmation queued.'
        : `Call handed to a person${codesOf(reasons)}; no text message.`,
    detail: {
      decision,
      ...rulesFacts(context.facts, voice),
      reasons: reasonsToFacts(reasons),
      text_message: caller === undefined ? null : { state: 'queued', to: caller.phoneMasked },
    },
    decision: { decision, reasons, risk: null, decidedUnder: pinIn(context.facts) },
  };
};

import { voiceFacts } from '../../../governance/rule-sets/built-in/facts.ts';
import { decideFacts } from '../../../governance/rule-sets/verticals/decide.ts';
import {
  addressReasonsUnder,
  policyReasonsUnder,
  verificationReasonsUnder,
} from '../../../governance/rule-sets/verticals/voice.ts';
import { readCall } from '../../../governance/rules/voice/call.ts';
import type { PolicyMatch, Verification } from '../../../governance/rules/voice/decide.ts';
import { factsOf } from '../common/facts.ts';
import type { Redecide } from '../common/redecide.ts';

export const redecideCall: Redecide = (run) => {
  const call = readCall(run.case);
  const verification = factsOf(run, 2)['verification'] as Verification;
  const looked = factsOf(run, 3)['match'] as PolicyMatch | undefined;
  const match = looked ?? 'own';
  const isElsewhere = factsOf(run, 2)['kept_elsewhere'] !== undefined;
  const facts = voiceFacts(call, verification, match);
  return (compiled) => {
    const before = [
      ...verificationReasonsUnder(compiled, verification),
      ...(looked === undefined ? [] : policyReasonsUnder(compiled, looked)),
    ];
    // As in a run, the address counts only for a caller who has been served so far.
    const reasons =
      before.length > 0
        ? before
        : addressReasonsUnder(compiled, call, { verification, match, before, isElsewhere });
    return {
      decision: reasons.length === 0 ? 'completed' : 'escalate',
      reasons,
      amount: undefined,
      hits: () => decideFacts(compiled, facts).hits,
    };
  };
};

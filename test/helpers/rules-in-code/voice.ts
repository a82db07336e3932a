/**
 * The rules for a call as code, written independently of the rule set voice-rules. Tests compare the two:
 * they must decide every case alike.
 */
import { unreadableReasons, type Reason } from '../../../src/governance/rules/reason.ts';
import { checkPin, isAddress } from '../../../src/governance/rules/voice/address.ts';
import { readbackAgrees, type Call } from '../../../src/governance/rules/voice/call.ts';
import { ELSEWHERE } from '../../../src/governance/rules/voice/decide.ts';

/**
 * Returns why a call does not change anything: members that cannot be read, or an address that may not be
 * stored.
 * @param isElsewhere whether the caller is in the institution's own system, which this service only reads
 */
export const addressReasons = (call: Call, isElsewhere = false): readonly Reason[] => {
  const reasons: Reason[] = [...unreadableReasons('VOX-UNREADABLE', call.unreadable)];
  if (call.address === '') return reasons;
  const add = (code: string, detail: string) => reasons.push({ code, detail });
  if (isElsewhere) reasons.push(ELSEWHERE);
  if (!isAddress(call.address)) add('VOX-ADDRESS', 'the new address is too short or too long');
  const pin = checkPin(call.address);
  if (pin === 'missing') add('VOX-PIN', 'the new address has no PIN code');
  if (pin === 'wrong_state') add('VOX-PIN', 'the PIN code of the new address belongs to another state');
  if (!readbackAgrees(call)) add('VOX-READBACK', 'the address read back differs from the new address');
  else if (!call.confirmed) add('VOX-READBACK', 'the caller did not confirm the read-back');
  return reasons;
};

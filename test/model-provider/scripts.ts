import type { Script } from './server.ts';
import { type Reply, type Said, whole, type Wire } from './replies.ts';

/** A call in a turn of its own. */
export const call = (tool: string, given: object | string = {}): Said => ({
  calls: [{ tool, arguments: given }],
});

/** How far a conversation has come: the turn that a request asks for, from 1. Many runs can then ask side by side. */
export const turnOf = (asked: Parameters<Script>[0]): number =>
  asked.body.messages.filter(({ role }) => role === 'assistant').length + 1;

/** Turn n of every conversation gets answer n, however often it is asked for. */
export const byTurn =
  (wire: Wire, ...turns: readonly (Said | ((asked: Parameters<Script>[0]) => Reply))[]): Script =>
  (asked) => {
    const turn = turns[turnOf(asked) - 1];
    if (turn === undefined) return undefined;
    return typeof turn === 'function' ? turn(asked) : whole(wire, turn);
  };

/** The usual way through a kyc case, with code in between. */
export const kycTurns = (decision = 'approve', code = "print('checked')"): readonly Said[] => [
  call('read_case'),
  call('verify_identity'),
  call('look_up_records'),
  call('run_python', { code }),
  call('score_risk'),
  call('call_outside', { url: 'https://api.identity-enrichment.example/v1/person', purpose: 'enrichment' }),
  call('decide', { decision, explanation: 'All checks agree.' }),
  call('write_record'),
];

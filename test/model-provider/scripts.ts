import type { Script } from './server.ts';
import { type Reply, type Said, whole, type Wire } from './replies.ts';

/** Returns a turn with one call. */
export const call = (tool: string, given: object | string = {}): Said => ({
  calls: [{ tool, arguments: given }],
});

/** Returns the turn that a request asks for, counted from 1 within its conversation, so that many runs can share a script. */
export const turnOf = ({ body }: Parameters<Script>[0]): number =>
  (body.input === undefined
    ? body.messages.filter(({ role }) => role === 'assistant')
    : // Each of the fake model's turns starts with a reasoning item.
      body.input.filter(({ type }) => type === 'reasoning')
  ).length + 1;

/** Returns reply n for turn n of every conversation, however often that turn is requested. */
export const byTurn =
  (wire: Wire, ...turns: readonly (Said | ((asked: Parameters<Script>[0]) => Reply))[]): Script =>
  (asked) => {
    const turn = turns[turnOf(asked) - 1];
    if (turn === undefined) return undefined;
    return typeof turn === 'function' ? turn(asked) : whole(wire, turn);
  };

/** Returns a kyc case's usual turns, including one that runs code. */
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

/** Scripts for many runs at one provider, distinguished by the run's id in the conversation. */
export interface RunScripts {
  readonly script: Script;
  readonly add: (runId: string, script: Script) => void;
  /** Returns one run's requests, in order. */
  readonly askedOf: (runId: string) => readonly Parameters<Script>[0][];
}

export const createRunScripts = (): RunScripts => {
  const scripts = new Map<string, Script>();
  const asked = new Map<string, Parameters<Script>[0][]>();
  return {
    script: (question) => {
      const [runId = ''] = /run_[0-9a-f]{32}/.exec(question.raw) ?? [];
      const known = asked.get(runId) ?? [];
      // Counts each run's requests separately, as if the run had the provider to itself.
      const own = { ...question, n: known.length + 1 };
      asked.set(runId, [...known, own]);
      return scripts.get(runId)?.(own);
    },
    add: (runId, script) => scripts.set(runId, script),
    askedOf: (runId) => asked.get(runId) ?? [],
  };
};

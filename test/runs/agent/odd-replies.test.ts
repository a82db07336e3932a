import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../src/contract/agent-task.ts';
import { openai } from '../../model-provider/openai.ts';
import { answer, type Reply, stream } from '../../model-provider/replies.ts';
import { type Asked, type Script, useFakeProvider } from '../../model-provider/server.ts';
import { useService } from '../../helpers/use-service.ts';

const LIMIT = { timeout: 120_000 };

/** The bytes that a server was reported to send, and their effect. */
interface OddReplies {
  readonly kind: string;
  /** The replies in the order of the requests; the last one repeats. */
  readonly replies: readonly string[];
  /** `Content-Type` of the replies, if it is not the one of an event stream. */
  readonly label?: string;
  /** A member of the request that the server refuses, and how. */
  readonly refuses?: { readonly member: string; readonly status: number; readonly body: object };
  /** The kind of case for a live run; a task if there is none. */
  readonly vertical?: 'kyc';
  /** The code that runs, with its output. */
  readonly runs?: readonly (readonly [code: string, stdout: string])[];
  readonly result?: string;
  readonly requests?: number;
}

const CASES = readFileSync(new URL('../../corpora/replies.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as OddReplies);
const namesOf = (cases: readonly OddReplies[]) => cases.map((one) => [one.kind, one] as const);

let script: Script = () => undefined;
const provider = await useFakeProvider(openai, (asked) => script(asked));
const service = await useService({ sandboxes: true, provider, env: { MODEL_RETRY_ATTEMPTS: '1' } });
afterAll(() => expect(provider.unexpected()).toBe(0));

/** Makes the provider play a case from now on. Returns the requests that it accepted. */
const play = ({ replies, label = 'text/event-stream', refuses }: OddReplies): readonly Asked[] => {
  const accepted: Asked[] = [];
  script = (asked): Reply => {
    if (refuses && refuses.member in asked.body) return answer(refuses.status, refuses.body);
    accepted.push(asked);
    const bytes = replies[Math.min(accepted.length, replies.length) - 1]!;
    return stream([{ write: bytes }], { 'content-type': label });
  };
  return accepted;
};

/** Returns what the streams and the ledger show of a run. */
const shownOf = async (ref: string): Promise<string> => {
  const { db } = service.database;
  const rows = await db.selectFrom('agent_actions').select('body').where('ledger_ref', '=', ref).execute();
  const events = await db.selectFrom('run_events').select('payload').where('run_id', '=', ref).execute();
  return JSON.stringify([rows, events]);
};

describe('A task', () => {
  it.each(namesOf(CASES.filter(({ vertical }) => vertical === undefined)))(
    'a task runs its code once and answers in spite of %s',
    LIMIT,
    async (_kind, one) => {
      const { runs = [['print(2+3)', '5\n']], result = 'The sum is 5.', requests = 2 } = one;
      const accepted = play(one);
      const response = await service.request('POST', '/v1/agents/tasks', {
        task: 'Use Python to add 2 and 3. Then tell me the sum.',
      });
      const task = (await response.json()) as AgentTaskBody;
      expect({ status: response.status, task }).toMatchObject({
        status: 200,
        task: { status: 'succeeded', ended_by: 'answer', result, unverified_numbers: [] },
      });
      expect(task.steps.map(({ code, stdout }) => [code, stdout])).toEqual(runs);
      expect(accepted).toHaveLength(requests);
      // Each result names its call, and no two calls have the same name.
      const { messages } = accepted.at(-1)!.body;
      const ids = messages.flatMap(({ tool_calls: calls }) => calls?.map(({ id }) => id) ?? []);
      expect(new Set(ids).size).toBe(runs.length);
      expect(messages.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(ids);
      expect(JSON.stringify(task) + (await shownOf(task.ledger_ref))).not.toMatch(/think>|guessed|Maybe/);
    },
  );
});

describe('A live run', () => {
  it.each(namesOf(CASES.filter(({ vertical }) => vertical !== undefined)))(
    'a call without required arguments is made in spite of %s',
    LIMIT,
    async (_kind, one) => {
      const accepted = play(one);
      const response = await service.request('POST', '/v1/workforce/run', { vertical: one.vertical });
      expect(response.status).toBe(200);
      await response.text();
      const run = await service.run(response.headers.get('x-run-id')!);
      const { entries } = await service.ledgerOf(run.id);
      expect(entries.map(({ action }) => action)).toContain('fs.read');
      expect(String(accepted[1]!.body.messages.at(-1)!.content)).toMatch(/customer|applicant|name/);
    },
  );
});

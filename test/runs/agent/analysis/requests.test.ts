import { describe, expect, it } from 'vitest';
import type { AgentTaskBody } from '../../../../src/contract/agent-task.ts';
import type { z } from 'zod';
import type { agentRunListSchema } from '../../../../src/contract/agent-run.ts';
import type { AnalysisBody } from '../../../../src/contract/analysis.ts';
import type { ProblemBody } from '../../../../src/contract/problem.ts';
import { problemOf, startTestApi } from '../../../helpers/api.ts';
import { makePan } from '../../../helpers/identifiers.ts';
import { modelEnv } from '../../../helpers/live.ts';

type AgentRunListBody = z.output<typeof agentRunListSchema>;

const TASKS = '/v1/agents/tasks';
const ANALYZE = '/v1/analyze';

const errorsOf = (body: unknown) => (body as ProblemBody).errors?.map(({ pointer }) => pointer);

describe('Without a model provider', async () => {
  const { send, newTeam, database } = await startTestApi();
  const { key } = await newTeam();

  it.each([
    [TASKS, { task: 'count' }],
    [ANALYZE, { question: 'how many?', data: 'a\n1\n' }],
  ])('%s returns 501 and stores nothing', async (path, body) => {
    const answer = await send('POST', path, { key, body });
    expect([answer.status, problemOf(answer)]).toEqual([501, 'no-model-provider']);
    expect(await database.db.selectFrom('agent_runs').select('ledger_ref').execute()).toEqual([]);
    expect(await database.db.selectFrom('case_vault').select('ref').execute()).toEqual([]);
  });
});

describe('With a model provider while Temporal is unavailable', async () => {
  const api = await startTestApi(modelEnv('http://127.0.0.1:9/v1'));
  const { send, newTeam, newKey, database } = api;
  const { key, teamId } = await newTeam();

  it('the API rejects tasks and analyses while no host can run code', async () => {
    for (const [path, body] of [
      [TASKS, { task: 'x' }],
      [ANALYZE, { question: 'x', data: 'x' }],
    ] as const) {
      const answer = await send('POST', path, { key, body });
      expect([answer.status, problemOf(answer)]).toEqual([503, 'dependency-away']);
    }
    expect(await database.db.selectFrom('agent_runs').select('ledger_ref').execute()).toEqual([]);
    // From here on, a host is announced for longer than these tests take.
    const seen_at = new Date(Date.now() + 3_600_000);
    const host = { host: 'a-host', runtime: 'runc', state: 'ready', detail: '', seen_at } as const;
    await database.db
      .insertInto('sandbox_hosts')
      .values({ ...host, containers: 0, ready: 0, waiting: 0 })
      .execute();
  });

  it('the API accepts a task and shows it only to its team', async () => {
    const accepted = await send<AgentTaskBody>('POST', TASKS, { key, body: { task: 'count' } });
    expect(accepted.status).toBe(202);
    expect(accepted.body).toMatchObject({ status: 'running', result: null, ended_by: null, steps: [] });
    const path = accepted.headers.get('location')!;
    expect(path).toBe(`${TASKS}/${accepted.body.ledger_ref}`);
    expect((await send('GET', path, { key })).status).toBe(200);
    expect((await send('GET', path, { key: (await newTeam()).key })).status).toBe(404);
    expect((await send('GET', path.replace('agents/tasks', 'analyze'), { key })).status).toBe(404);
  });

  it('the API accepts an analysis asynchronously, and a repeated key returns the same analysis', async () => {
    const sent = {
      key,
      headers: { Prefer: 'respond-async', 'Idempotency-Key': 'twice' },
      body: { question: 'how many?', data: 'a\n1\n' },
    };
    const first = await send<AnalysisBody>('POST', ANALYZE, sent);
    const again = await send<AnalysisBody>('POST', ANALYZE, sent);
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body.ledger_ref).toBe(first.body.ledger_ref);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(first.headers.get('location')).toBe(`${ANALYZE}/${first.body.ledger_ref}`);
    const other = await send('POST', ANALYZE, { ...sent, body: { ...sent.body, question: 'why?' } });
    expect(problemOf(other)).toBe('idempotency-key-reused');
  });

  it('the database stores the question, the task and the dataset only in sealed form', async () => {
    const marker = 'canary-4711';
    await send('POST', ANALYZE, { key, body: { question: marker, data: `a\n${marker}\n` } });
    await send('POST', TASKS, { key, body: { task: marker, data: marker, filename: 'x.txt' } });
    for (const table of ['case_vault', 'agent_messages', 'agent_runs', 'idempotency_keys'] as const) {
      const rows = await database.db.selectFrom(table).selectAll().execute();
      const text = JSON.stringify(rows, (_, value: unknown) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : value,
      );
      expect(text).not.toContain(marker);
    }
    expect(api.logs.text()).not.toContain(marker);
  });

  it.each([
    ['tasks', TASKS, { task: 'x' }, ANALYZE],
    ['analyses', ANALYZE, { question: 'x', data: 'a\n1\n' }, TASKS],
  ] as const)(
    'the API lists %s by tag, page by page, and shows them only to their team',
    async (_, path, asked, otherPath) => {
      const { key: own } = await newTeam();
      const refs: string[] = [];
      for (const tags of [['april', 'pune'], ['april'], []]) {
        const sent = { key: own, headers: { Prefer: 'respond-async' }, body: { ...asked, tags } };
        const { body } = await send<AgentTaskBody>('POST', path, sent);
        expect(body.tags).toEqual(tags);
        refs.unshift(body.ledger_ref);
      }
      const page = async (query: string) => {
        const { status, body } = await send<AgentRunListBody>('GET', `${path}?${query}`, { key: own });
        expect(status).toBe(200);
        return { refs: body.runs.map(({ ledger_ref }) => ledger_ref), cursor: body.next_cursor };
      };
      expect(await page('')).toEqual({ refs, cursor: null });
      expect((await page('tag=april')).refs).toEqual(refs.slice(1));
      expect((await page('tag=april&status=succeeded')).refs).toEqual([]);
      const first = await page('limit=2');
      expect(first.refs).toEqual(refs.slice(0, 2));
      expect((await page(`limit=2&cursor=${first.cursor}`)).refs).toEqual(refs.slice(2));
      const foreign = await send('GET', `${path}?cursor=${first.cursor}`, { key });
      expect(problemOf(foreign)).toBe('invalid-request');
      const others = await send<AgentRunListBody>('GET', otherPath, { key: own });
      expect(others.body.runs).toEqual([]);
      expect(problemOf(await send('GET', `${path}?tags=april`, { key: own }))).toBe('invalid-request');
    },
  );

  it('a tag is stored and found under its masked form, and erased with its task', async () => {
    const { key: own, teamId: ownTeam } = await newTeam();
    const pan = makePan(99);
    const sent = { key: own, body: { task: 'x', tags: [`case ${pan}`] } };
    const { body } = await send<AgentTaskBody>('POST', TASKS, sent);
    expect(body.tags.join()).not.toContain(pan);
    const list = async () =>
      (await send<AgentRunListBody>('GET', `${TASKS}?tag=${encodeURIComponent(`case ${pan}`)}`, { key: own }))
        .body.runs;
    expect(await list()).toHaveLength(1);
    const { key: admin } = await newKey(ownTeam, ['admin']);
    const erased = await send('POST', '/v1/govern/erasures', {
      key: admin,
      body: { ledger_ref: body.ledger_ref, reason: 'asked' },
    });
    expect(erased.status).toBeLessThan(300);
    expect(await list()).toEqual([]);
  });

  it('the API requires keys with the matching scopes', async () => {
    const { key: poor } = await newKey(teamId, ['runs:read']);
    for (const [path, body] of [
      [TASKS, { task: 'x' }],
      [ANALYZE, { question: 'x', data: 'x' }],
    ] as const) {
      expect(problemOf(await send('POST', path, { key: poor, body }))).toBe('scope-missing');
    }
  });

  it.each([
    [TASKS, {}, ['/task']],
    [TASKS, { task: ' ' }, ['/task']],
    [TASKS, { task: 'x', filename: 'a.csv' }, ['/filename']],
    [TASKS, { task: 'x', data: 'y', filename: '../etc/passwd' }, ['/filename']],
    [TASKS, { task: 'x', data: 'y', filename: 'a/b.csv' }, ['/filename']],
    [TASKS, { task: 'x', data: 'y', filename: '..' }, ['/filename']],
    [TASKS, { task: 'x', data: 'y', filename: '' }, ['/filename']],
    [TASKS, { task: 'x', data: 'y', filename: 'a\nb' }, ['/filename']],
    [TASKS, { task: 'x', steps: 3 }, ['/steps']],
    [TASKS, { task: 'x', max_steps: 0 }, ['/max_steps']],
    [TASKS, { task: 'x', max_steps: 1_000 }, ['/max_steps']],
    [TASKS, { task: 'x', max_tokens: 100_000_000, timeout_ms: 86_400_000 }, ['/max_tokens', '/timeout_ms']],
    [TASKS, { task: 'x', instructions: ' ' }, ['/instructions']],
    [TASKS, { task: 'x', tags: ['a', 'a'] }, ['/tags']],
    [TASKS, { task: 'x', tags: [' a'] }, ['/tags/0']],
    [TASKS, { task: 'x', output_schema: 'string' }, ['/output_schema']],
    [
      TASKS,
      { task: 'x', output_schema: { type: 'money' } },
      ['/output_schema/type', '/output_schema/type', '/output_schema/type'],
    ],
    [TASKS, { task: 'x', output_schema: { $ref: 'https://example.org/s.json' } }, ['/output_schema']],
    [TASKS, { task: 'x', files: [] }, ['/files']],
    [TASKS, { task: 'x', files: [{ content: 'x' }] }, ['/files/0/name']],
    [TASKS, { task: 'x', files: [{ name: 'a' }] }, ['/files/0']],
    [TASKS, { task: 'x', files: [{ name: 'a', content: 'x', content_b64: 'eA==' }] }, ['/files/0']],
    [TASKS, { task: 'x', files: [{ name: 'a', content_b64: 'x' }] }, ['/files/0/content_b64']],
    [TASKS, { task: 'x', files: [{ name: '../a', content: 'x' }] }, ['/files/0/name']],
    [TASKS, { task: 'x', files: [{ name: '.pramaan/load.py', content: 'x' }] }, ['/files/0/name']],
    [
      TASKS,
      {
        task: 'x',
        files: [
          { name: 'a', content: 'x' },
          { name: 'a/b', content: 'x' },
        ],
      },
      ['/files'],
    ],
    [TASKS, { task: 'x', files: [{ file_id: 'file_1' }] }, ['/files/0/file_id']],
    [TASKS, { task: 'x', files: [{ file_id: `file_${'0'.repeat(32)}` }] }, ['/files/0/file_id']],
    [TASKS, { task: 'x', data: 'y', files: [{ name: 'a', content: 'x' }] }, ['/files']],
    [ANALYZE, { question: 'x', datasets: [{ data: 'a' }] }, ['/datasets/0/name']],
    [ANALYZE, { question: 'x', datasets: [{ name: 'a' }] }, ['/datasets/0']],
    [ANALYZE, { question: 'x', data: 'a', datasets: [{ name: 'a', data: 'a' }] }, ['']],
    [
      ANALYZE,
      {
        question: 'x',
        datasets: [
          { name: 'a', data: 'a' },
          { name: 'a', data: 'b' },
        ],
      },
      ['/datasets'],
    ],
    [
      ANALYZE,
      { question: 'x', datasets: [{ name: 'a', file_id: `file_${'0'.repeat(32)}` }] },
      ['/datasets/0/file_id'],
    ],
    [ANALYZE, { question: 'x' }, ['']],
    [ANALYZE, { question: 'x', data: 'a', data_b64: 'YQ==' }, ['']],
    [ANALYZE, { data: 'a' }, ['/question']],
    [ANALYZE, { question: '', data: 'a' }, ['/question']],
    [ANALYZE, { question: 'x', data_b64: '' }, ['/data_b64']],
    [ANALYZE, { question: 'x', data_b64: 'not base64!' }, ['/data_b64']],
    [ANALYZE, { question: 'x', data_b64: 'YQ=' }, ['/data_b64']],
    [ANALYZE, { question: 'x', data_b64: 'Y=Q=' }, ['/data_b64']],
    [ANALYZE, { question: 'x', data: 7 }, ['/data']],
  ])('%s rejects %j', async (path, body, pointers) => {
    const answer = await send('POST', path, { key, body });
    expect([answer.status, errorsOf(answer.body)]).toEqual([422, pointers]);
  });

  it('the API accepts base64 that is broken into lines', async () => {
    const body = { question: 'x', data_b64: 'YSxi\nMSwy\r\nMyw0\n' };
    expect((await send('POST', ANALYZE, { key, body })).status).toBe(202);
  });

  it('the API rejects text over 10 MiB and a body over 64 MiB', { timeout: 120_000 }, async () => {
    const text = await send('POST', ANALYZE, {
      key,
      body: { question: 'x', data: 'x'.repeat(10 * 1024 * 1024 + 1) },
    });
    expect([text.status, problemOf(text)]).toEqual([413, 'body-too-large']);
    const bytes = await send('POST', ANALYZE, {
      key,
      headers: { 'content-type': 'application/json' },
      body: `{"question":"x","data_b64":"${'A'.repeat(65 * 1024 * 1024)}"}`,
    });
    expect([bytes.status, problemOf(bytes)]).toEqual([413, 'body-too-large']);
    const task = await send('POST', TASKS, {
      key,
      body: { task: 'x', data: 'x'.repeat(10 * 1024 * 1024 + 1) },
    });
    expect(task.status).toBe(413);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { scopes } from '../../src/contract/scopes.ts';
import type { RunBody } from '../../src/contract/run.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { failRun } from '../../src/runs/vertical/finish.ts';
import { bySomeKey } from '../helpers/actors.ts';
import { problemOf, startTestApi, type TestApi } from '../helpers/api.ts';

interface Page {
  readonly runs: RunBody[];
  readonly next_cursor: string | null;
}

let api: TestApi;
let key: string;
let started: string[];

beforeAll(async () => {
  api = await startTestApi();
  const team = await api.newTeam();
  key = team.key;
  const runs: RunBody[] = [];
  for (const vertical of ['kyc', 'it', 'kyc', 'voice', 'kyc', 'support', 'kyc']) {
    runs.push((await api.send<RunBody>('POST', `/v1/workforce/verticals/${vertical}/runs`, { key })).body);
  }
  started = runs.map(({ id }) => id);
  const [first] = runs;
  await failRun(
    api.database.db,
    createLedger({ pool: api.database.pool }),
    { teamId: team.teamId, runId: first!.id, ledgerRef: first!.ledger_ref, actor: bySomeKey },
    { code: 'cancelled', message: 'The run was cancelled.' },
  );
});

const list = async (query: string): Promise<Page> =>
  (await api.send<Page>('GET', `/v1/workforce/runs${query}`, { key })).body;

describe('GET /v1/workforce/runs', () => {
  it('the list shows the newest run first', async () => {
    const { runs, next_cursor } = await list('');
    expect(runs.map(({ id }) => id)).toEqual(started.toReversed());
    expect(next_cursor).toBeNull();
  });

  it('paging shows every run once even when new runs start in the meantime', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await list(`?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.runs.map(({ id }) => id));
      cursor = page.next_cursor;
      if (seen.length === 4) await api.send('POST', '/v1/workforce/verticals/it/runs', { key });
    } while (cursor !== null);
    expect(seen).toEqual(started.toReversed());
  });

  it('the list filters by vertical and by status', async () => {
    expect((await list('?vertical=kyc')).runs.map(({ vertical }) => vertical)).toEqual([
      'kyc',
      'kyc',
      'kyc',
      'kyc',
    ]);
    const failed = await list('?status=error');
    expect(failed.runs.map(({ id }) => id)).toEqual([started[0]]);
    expect(failed.runs[0]).toMatchObject({ error: { code: 'cancelled' }, decision: null });
    expect((await list('?vertical=it&status=error')).runs).toEqual([]);
  });

  it('the list filters by the caller’s id for the case, whose identifiers stay masked', async () => {
    const team = await api.newTeam();
    const start = async (id: string) =>
      api.send<RunBody>('POST', '/v1/workforce/verticals/kyc/runs', {
        key: team.key,
        body: { case: { id } },
      });
    const { body: plain } = await start('CLM-77');
    const { body: masked } = await start('claim of ABCPK1234L');
    const found = async (id: string): Promise<readonly string[]> => {
      const query = new URLSearchParams({ case_id: id }).toString();
      const { body } = await api.send<Page>('GET', `/v1/workforce/runs?${query}`, { key: team.key });
      return body.runs.map((run) => run.id);
    };
    expect(await found('CLM-77')).toEqual([plain.id]);
    expect(await found('claim of ABCPK1234L')).toEqual([masked.id]);
    expect(masked.case_id).not.toContain('1234');
    expect(await found('CLM-7')).toEqual([]);
    const stranger = await api.newTeam();
    const { body: theirs } = await api.send<Page>('GET', '/v1/workforce/runs?case_id=CLM-77', {
      key: stranger.key,
    });
    expect(theirs.runs).toEqual([]);
  });

  it.each([
    'case_id=',
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=1e9',
    'limit=a',
    'limit=',
    'limit=1&limit=2',
    'vertical=legal',
    'status=done',
    'cursor=abc',
    'cursor=',
    'cursor=e30.e30',
    'state=error',
  ])('the API rejects the query ?%s', async (query) => {
    const answer = await api.send('GET', `/v1/workforce/runs?${query}`, { key });
    expect(problemOf(answer)).toBe('invalid-request');
    expect(answer.body['errors']).toMatchObject([{ in: 'query', pointer: `/${query.split('=')[0]!}` }]);
  });

  it.each([
    ['GET', '/v1/operators/runs', 'state'],
    ['GET', '/v1/admin/keys', 'state'],
    ['GET', '/v1/govern/consistency', 'form'],
    ['GET', '/v1/govern/export', 'form'],
    ['POST', '/v1/govern/scan', 'reciept'],
  ] as const)('the API rejects an unknown query parameter of %s %s', async (method, path, member) => {
    const admin = await api.newTeam(scopes);
    const answer = await api.send(method, `${path}?${member}=1`, {
      key: admin.key,
      ...(method === 'POST' && { body: { text: 'a' } }),
    });
    expect(problemOf(answer)).toBe('invalid-request');
    expect(answer.body['errors']).toContainEqual(
      expect.objectContaining({ in: 'query', pointer: `/${member}` }),
    );
  });
});

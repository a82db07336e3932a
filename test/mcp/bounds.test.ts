import { beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { connectMcp, REVISIONS, type Revision, textOf } from '../helpers/mcp.ts';

const LONG_S = 300;

let api: TestApi;

beforeAll(async () => {
  // A team may have half of the seats: one.
  api = await startTestApi({ STREAMS_MAX: '2' });
});

/** Starts a case, which stays `running` because Temporal is unavailable. */
const startCase = async (key: string): Promise<string> => {
  const { body } = await api.send<{ id: string }>('POST', '/v1/workforce/verticals/it/runs', { key });
  return body.id;
};

const revoke = async (keyId: string): Promise<unknown> =>
  api.database.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();

/** Calls get_run with a long wait. `begun` resolves when the wait has begun. */
const wait = async (key: string, id: string, revision: Revision) => {
  const client = await connectMcp({ url: api.url, key }, revision);
  const begun = Promise.withResolvers<void>();
  const result = client.callTool(
    { name: 'get_run', arguments: { id, wait_seconds: LONG_S } },
    { timeout: 2 * LONG_S * 1_000, onprogress: () => begun.resolve() },
  );
  return { begun: begun.promise, result };
};

describe.each(REVISIONS)('A wait in revision %s', (revision) => {
  it('a wait takes a seat of the team, and without one a call returns the current state', async () => {
    const { key, keyId, teamId } = await api.newTeam();
    const id = await startCase(key);
    const first = await wait(key, id, revision);
    await first.begun;
    const other = await api.newKey(teamId);
    const second = await wait(other.key, id, revision);
    expect((await second.result).structuredContent).toMatchObject({ id, status: 'running' });
    await revoke(keyId);
    await first.result;
    const third = await wait(other.key, id, revision);
    await third.begun;
    await revoke(other.keyId);
    expect(textOf(await third.result)).toMatchObject({ status: 401 });
  });

  it('a wait ends with a refusal once the key is revoked', async () => {
    const { key, keyId } = await api.newTeam();
    const id = await startCase(key);
    const { begun, result } = await wait(key, id, revision);
    await begun;
    await revoke(keyId);
    const refused = await result;
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatchObject({ type: 'urn:pramaan:problem:unauthenticated' });
  });
});

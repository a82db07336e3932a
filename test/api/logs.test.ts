import { beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/observability/logger.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ LOG_LEVEL: 'debug' });
});

const logged = (write: (log: ReturnType<typeof createLogger>) => void): string => {
  let text = '';
  write(createLogger('debug', 'test', { write: (line) => void (text += line) }));
  return text;
};

describe('A log line', () => {
  it('a request’s log line has exactly the expected fields', async () => {
    const { key, teamId, keyId } = await api.newTeam();
    await api.send('GET', '/v1/workforce/runs?limit=1', { key });
    const line = api.logs.lines().findLast(({ msg }) => msg === 'request');
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      name: 'api',
      msg: 'request',
      request_id: expect.stringMatching(/^req_/),
      method: 'GET',
      route: '/v1/workforce/runs',
      status: 200,
      duration_ms: expect.any(Number),
      team_id: teamId,
      key_id: keyId,
      key_prefix: key.slice(0, 13),
    });
  });

  it('no line contains a key, a query, a body or a password', async () => {
    const { key } = await api.newTeam();
    await api.send('POST', '/v1/workforce/verticals/kyc/runs', {
      key,
      body: { case: { note: 'canary-in-body' } },
    });
    await api.send('GET', '/v1/workforce/runs?cursor=canary-in-query', { key });
    await api.send('GET', '/v1/workforce/runs', {
      headers: { authorization: 'Bearer canary-as-key', cookie: 'canary=1' },
    });
    expect(api.logs.text()).not.toContain('canary');
    expect(api.logs.text()).not.toContain(key);
    expect(api.logs.text()).not.toContain(new URL(api.database.url).password || 'postgres://');
  });

  it('the logger drops fields that are not on its list', () => {
    const text = logged((log) =>
      log.info({ status: 200, body: 'secret', headers: { a: 'secret' }, pan: 'ABCPK1234L' }, 'x'),
    );
    expect(JSON.parse(text)).toMatchObject({ status: 200, msg: 'x' });
    expect(text).not.toContain('secret');
    expect(text).not.toContain('ABCPK1234L');
  });

  it('the logger writes the class and code of an error but never its message', () => {
    const error = Object.assign(new Error('provider echoed: secret'), {
      code: 'E_X',
      response: { body: 'secret' },
    });
    for (const text of [
      logged((log) => log.error({ error }, 'failed')),
      logged((log) => log.error({ err: error }, 'failed')),
    ]) {
      expect(JSON.parse(text)).toMatchObject({ error: { class: 'Error', code: 'E_X' } });
      expect(text).not.toContain('secret');
    }
  });

  it('the logger also drops the message of an error that is logged directly', () => {
    expect(logged((log) => log.error(Object.assign(new Error('a secret'), { code: 'E' })))).not.toContain(
      'secret',
    );
  });

  it('the logger truncates values that are too long', () => {
    const { url } = JSON.parse(logged((log) => log.info({ url: 'x'.repeat(10_000) }))) as { url: string };
    expect(url).toHaveLength(200);
  });
});

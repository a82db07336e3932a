import { join } from 'node:path';
import { beforeAll, expect, inject, it, vi } from 'vitest';
import type { Role } from '../../src/contract/roles.ts';
import { createLedger } from '../../src/ledger/index.ts';
import { addPerson } from '../../src/people/people.ts';
import { commandLine } from '../../src/people/rows.ts';
import { openSession } from '../../src/people/sessions.ts';
import { sessionCookie } from '../../src/contract/service.ts';
import { freePort } from '../../src/provision/ports.ts';
import { startTemporal } from '../../src/provision/temporal.ts';
import { startTestApi, type TestApi } from '../helpers/api.ts';
import { UserAgent } from '../helpers/user-agent.ts';
import { atEnd } from '../helpers/at-end.ts';

const NAMESPACES = '/api/v1/namespaces';

let api: TestApi;
let ui: string;

beforeAll(async () => {
  const [upstream, port] = [await freePort(), await freePort()];
  const temporal = await startTemporal({
    binary: inject('temporalBinary'),
    uiPort: upstream,
    logFile: join(inject('scratch'), 'web-ui.log'),
  });
  atEnd(async () => temporal.stop(10_000));
  // The Web UI begins before the server listens, and then waits a moment before it tries to connect again.
  await vi.waitUntil(async () => (await fetch(`http://127.0.0.1:${upstream}${NAMESPACES}`)).ok, {
    timeout: 60_000,
  });
  ui = `http://127.0.0.1:${port}`;
  api = await startTestApi({
    TEMPORAL_UI_UPSTREAM: `http://127.0.0.1:${upstream}`,
    TEMPORAL_UI_PORT: String(port),
    TEMPORAL_UI_URL: ui,
  });
});

/** Returns the cookie of somebody with these roles, and the session's id. */
const signedIn = async (roles: readonly Role[]) => {
  const { teamId } = await api.newTeam();
  const ledger = createLedger({ pool: api.database.pool });
  const wanted = { teamId, name: 'Asha Sample', roles, rolesFrom: 'here' } as const;
  return api.database.db.transaction().execute(async (tx) => {
    const person = (await addPerson(tx, ledger, wanted, commandLine))!;
    const { token, sessionId } = await openSession(tx, ledger, person, { how: 'link', client: 'test' });
    return { cookie: `${sessionCookie}=${token}`, sessionId, personId: person.id };
  });
};

/** Returns the address with the ticket to which the API's page leads. */
const ticketFor = async (cookie: string): Promise<string> => {
  const { status, body } = await api.send<string>('GET', '/v1/auth/web-ui', { headers: { cookie } });
  expect(status).toBe(200);
  return /content="0; url=([^"]+)"/.exec(body)![1]!.replaceAll('&#38;', '&');
};

it('an auditor opens the Web UI of Temporal through the API, and can read but not change anything', async () => {
  const { cookie } = await signedIn(['auditor']);
  const agent = new UserAgent();
  expect((await agent.visit(await ticketFor(cookie))).status).toBe(200);
  const page = await agent.visit(`${ui}/`);
  expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
  const { status, body } = await agent.visit(`${ui}${NAMESPACES}`);
  expect([status, body]).toEqual([200, expect.stringContaining('"default"')]);
  expect((await agent.visit(`${ui}${NAMESPACES}`, { method: 'POST', body: '{}' })).status).toBe(405);
});

it('the Web UI refuses everybody else, changed tickets and tickets that are too old', async () => {
  const refusals = await Promise.all([
    new UserAgent().visit(`${ui}/`),
    new UserAgent().visit(`${ui}${NAMESPACES}`),
    new UserAgent().visit(`${ui}/`, { headers: { cookie: '__Host-pramaan_web_ui=x.y' } }),
    new UserAgent().visit(`${ui}/pramaan/enter?ticket=x.y`),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  expect(refusals.map(({ body }) => /namespaces|Temporal UI/.test(body))).toEqual([
    false,
    false,
    false,
    false,
  ]);

  const viewer = await signedIn(['viewer', 'reviewer', 'committee', 'operator', 'analyst', 'safety']);
  const { cookie } = viewer;
  expect((await api.send('GET', '/v1/auth/web-ui', { headers: { cookie } })).status).toBe(403);
  expect((await api.send('GET', '/v1/auth/web-ui')).status).toBe(403);
});

it('ending the session, or taking the role away, also closes the Web UI', async () => {
  for (const close of ['session', 'role'] as const) {
    const { cookie, sessionId, personId } = await signedIn(['admin']);
    const agent = new UserAgent();
    await agent.visit(await ticketFor(cookie));
    expect((await agent.visit(`${ui}${NAMESPACES}`)).status).toBe(200);
    const { db } = api.database;
    await (close === 'session'
      ? db.updateTable('sessions').set({ ended_at: new Date() }).where('id', '=', sessionId).execute()
      : db
          .updateTable('people')
          .set({ roles: ['viewer'] })
          .where('id', '=', personId)
          .execute());
    expect((await agent.visit(`${ui}${NAMESPACES}`)).status).toBe(401);
  }
});

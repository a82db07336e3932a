import { expect, it } from 'vitest';
import { pramaan } from '../cli/run.ts';
import { startTestApi } from '../helpers/api.ts';
import { UserAgent } from '../helpers/user-agent.ts';

it('the command line adds a person, changes roles, makes a link that signs in, and ends the session', async () => {
  const api = await startTestApi();
  const { teamId } = await api.newTeam();
  const env = { DATABASE_URL: api.database.url, PUBLIC_BASE_URL: api.url };
  const run = async (...args: readonly string[]) => {
    const { code, stdout } = await pramaan(env, 'people', ...args, '--json');
    return { code, json: JSON.parse(stdout) as Record<string, unknown> };
  };

  const added = await run('add', '--team', teamId, '--name', 'Asha Sample', '--roles', 'viewer');
  expect(added).toMatchObject({ code: 0, json: { roles: ['viewer'], state: 'active' } });
  const id = String(added.json['id']);
  expect(await run('roles', '--person', id, '--roles', 'auditor,viewer')).toMatchObject({
    code: 0,
    json: { roles: ['viewer', 'auditor'] },
  });

  const { link } = (await run('link', '--person', id)).json as { link: string };
  expect(link.startsWith(`${api.url}/v1/auth/link?token=`)).toBe(true);
  const agent = new UserAgent();
  const page = await agent.visit(`${api.url}/v1/auth/link`, {
    method: 'POST',
    body: new URLSearchParams({ token: new URL(link).searchParams.get('token')! }).toString(),
    headers: { origin: api.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(page.status).toBe(200);
  const headers = { cookie: agent.cookiesFor(api.url) };
  expect((await api.send('GET', '/v1/me', { headers })).body).toMatchObject({
    actor: { id },
    roles: ['viewer', 'auditor'],
  });

  const { sessions } = (await run('sessions', '--team', teamId)).json as { sessions: { id: string }[] };
  expect(sessions).toHaveLength(1);
  expect(await run('sessions', '--person', id, '--end', sessions[0]!.id)).toMatchObject({
    code: 0,
    json: { sessions: [] },
  });
  expect((await api.send('GET', '/v1/me', { headers })).status).toBe(401);

  expect(await run('deactivate', '--person', id)).toMatchObject({ code: 0, json: { state: 'deactivated' } });
  expect(await run('link', '--person', id)).toMatchObject({ code: 2 });
  expect(await run('reactivate', '--person', id)).toMatchObject({ code: 0, json: { state: 'active' } });
  expect(await run('list', '--team', teamId)).toMatchObject({ code: 0, json: { people: [{ id }] } });

  for (const wrong of [
    ['add', '--team', 'nobody', '--name', 'x', '--roles', 'viewer'],
    ['add', '--team', teamId, '--name', 'x', '--roles', 'owner'],
    ['add', '--team', teamId, '--name', '', '--roles', 'viewer'],
    ['add', '--team', teamId, '--name', 'x', '--roles', 'viewer', '--subject', 's'],
    ['roles', '--person', id],
    ['roles', '--person', id, '--from-provider'],
    ['link', '--person', 'person_0'],
  ])
    expect((await run(...wrong)).code, wrong.join(' ')).toBe(2);
}, 120_000);

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deadPort } from '../helpers/api.ts';
import { freshDatabase } from '../helpers/database.ts';
import { issueKey } from '../../src/store/keys/store.ts';
import { ensureTeam } from '../../src/store/keys/team.ts';

const spawnApi = (env: Readonly<Record<string, string>>): ChildProcess => {
  const child = spawn(process.execPath, ['src/api/main.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
};

/** Starts the process and waits until its log says where it listens. */
const startProcess = async () => {
  const { url, db } = await freshDatabase();
  const team = await ensureTeam(db, { name: 'team' });
  const { key } = await issueKey(db, { teamId: team.id, name: 'test' });
  const child = spawnApi({
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: `127.0.0.1:${await deadPort()}`,
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PORT: '0',
  });
  const lines: Record<string, unknown>[] = [];
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const started = Promise.withResolvers<string>();
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const parsed = JSON.parse(line) as Record<string, unknown>;
    lines.push(parsed);
    if (parsed['msg'] === 'api started') started.resolve(parsed['url'] as string);
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  void exited.then(([code]) => started.reject(new Error(`ended with ${code}`)));
  return { child, key, lines, exited, said: () => said, url: await started.promise };
};

describe('The API process', () => {
  it('the process finishes current requests on SIGTERM, accepts no new ones and exits with 0', async () => {
    const { child, key, url, exited, lines, said } = await startProcess();
    const slow = request(`${url}/v1/workforce/verticals/kyc/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
    });
    const answered = once(slow, 'response') as Promise<[{ statusCode: number }]>;
    slow.write('{"case":');
    // Once the server has responded to a later request, it must have seen this one.
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGTERM');
    await expect.poll(() => lines.some(({ msg }) => msg === 'stopping')).toBe(true);
    await expect.poll(() => refuses(url)).toBe(true);
    const released = performance.now();
    slow.end('{}}');
    const [{ statusCode }] = await answered;
    expect(statusCode).toBe(202);
    expect(await exited, `${JSON.stringify(lines.slice(-6))} ${said()}`).toEqual([0, null]);
    expect(performance.now() - released).toBeLessThan(8_000);
  });

  it('the process exits at once on a second signal', async () => {
    const { child, key, url, exited, lines } = await startProcess();
    const stuck = request(`${url}/v1/workforce/verticals/kyc/runs`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
    });
    stuck.on('error', () => undefined);
    stuck.write('{');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill('SIGINT');
    await expect.poll(() => lines.some(({ msg }) => msg === 'stopping')).toBe(true);
    child.kill('SIGINT');
    expect(await exited).toEqual([1, null]);
  });

  it('the process refuses to start with invalid settings and names every one of them', async () => {
    const child = spawnApi({ DATABASE_URL: 'mysql://x', ENCRYPTION_KEYS: 'k1:c2VjcmV0', PORT: '70000' });
    const said = await text(child.stderr!);
    expect(said).toMatch(/DATABASE_URL[\s\S]*ENCRYPTION_KEYS[\s\S]*PORT/);
    expect(said).not.toContain('c2VjcmV0');
    expect(child.exitCode ?? ((await once(child, 'exit')) as [number])[0]).toBe(1);
  });
});

const refuses = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.on('connect', () => resolve(false));
  socket.on('error', () => resolve(true));
  const refused = await promise;
  socket.destroy();
  return refused;
};

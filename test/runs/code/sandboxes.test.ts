import { describe, expect, it } from 'vitest';
import { createClient, isProblem } from '../../../clients/typescript/src/index.ts';
import { useService } from '../../helpers/use-service.ts';

const service = await useService({ sandboxes: true });
const client = createClient({ url: service.url, key: service.key, retries: 0 });

const open = async (body: object = {}): Promise<string> => (await client.call('openSandbox', { body })).id;
const run = async (id: string, code: string, more: object = {}) =>
  client.call('runInSandbox', { params: { id }, body: { code, ...more } });
const stateOf = async (id: string) => client.call('getSandbox', { params: { id } });
const actionsOf = async (ref: string): Promise<readonly string[]> =>
  (await client.call('getLedger', { params: { ref } })).entries.map(({ action }) => action);

describe('A developer’s sandbox', () => {
  it('keeps variables, files and environment variables, and sends charts and files back', async () => {
    const id = await open({ env: { GREETING: "it's me", TOKEN: 'not-for-rows' } });
    await run(id, 'x = 41', { files: [{ name: 'in/a.txt', content: 'a' }] });
    const python = await run(
      id,
      "import os\nopen('/tmp/out.txt', 'w').write('b')\n[x + 1, os.environ['GREETING'], open('/tmp/in/a.txt').read()]",
      { return_files: ['out.txt'] },
    );
    expect(python).toMatchObject({ n: 2, result: [42, "it's me", 'a'], variables_lost: false });
    const file = python.files.find(({ name }) => name === 'out.txt');
    expect(Buffer.from(file!.content_b64!, 'base64').toString()).toBe('b');
    const bash = await run(id, 'echo "$GREETING"; cat /tmp/out.txt', { language: 'bash' });
    expect(bash.stdout).toBe("it's me\nb");
    expect(JSON.stringify(bash.files)).not.toContain('.pramaan');
    expect(await client.call('listSandboxes', {})).toMatchObject({
      sandboxes: [{ id, state: 'open', runs: 3 }],
    });
    expect(await client.call('deleteSandbox', { params: { id } })).toMatchObject({
      state: 'ended',
      ended_because: 'deleted',
    });
    const entries = (await client.call('getLedger', { params: { ref: id } })).entries;
    expect(entries.map(({ action }) => action)).toEqual([
      'sandbox.open',
      'sandbox.run',
      'sandbox.run',
      'sandbox.run',
      'sandbox.run',
      'sandbox.close',
    ]);
    expect(JSON.stringify(entries)).not.toContain('not-for-rows');
    await expect(run(id, '1')).rejects.toSatisfy((error) => isProblem(error, 'sandbox-ended'));
  });

  it('runs a repeated request once', async () => {
    const id = await open();
    const call = { params: { id }, body: { code: 'import uuid; str(uuid.uuid4())' } };
    const again = { idempotencyKey: 'once' };
    const first = await client.call('runInSandbox', call, again);
    expect(await client.call('runInSandbox', call, again)).toEqual(first);
    await client.call('deleteSandbox', { params: { id } });
    expect(await actionsOf(id)).toEqual(['sandbox.open', 'sandbox.run', 'sandbox.close']);
  });

  it('is ended with the program that runs in it', async () => {
    const id = await open();
    const running = run(id, 'import time; time.sleep(60)', { timeout_ms: 100_000 }).catch(
      (error: unknown) => error,
    );
    await expect.poll(async () => (await stateOf(id)).runs).toBe(1);
    const ended = await client.call('deleteSandbox', { params: { id } });
    expect(ended.ended_because).toBe('deleted');
    expect(isProblem(await running, 'run-interrupted')).toBe(true);
  });

  it('ends when nothing comes, and leaves nothing behind', async () => {
    const id = await open({ idle_s: 10 });
    await expect.poll(async () => (await stateOf(id)).ended_because, { timeout: 30_000 }).toBe('idle');
    const leases = await service.database.db
      .selectFrom('sandbox_leases')
      .select('sandbox_id')
      .where('run', '=', id)
      .execute();
    expect(leases).toEqual([]);
  });

  it('is refused while code is suspended', async () => {
    const id = await open();
    const set = (action: 'suspend' | 'resume') =>
      client.call('setSwitch', { body: { scope: 'code', action, reason: 'An exercise.' } });
    await set('suspend');
    await expect(open()).rejects.toSatisfy((error) => isProblem(error, 'suspended'));
    await expect(run(id, '1')).rejects.toSatisfy((error) => isProblem(error, 'suspended'));
    await set('resume');
    expect((await run(id, '1 + 1')).result).toBe(2);
    await client.call('deleteSandbox', { params: { id } });
  });
});

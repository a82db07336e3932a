import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, requireFree } from '../../src/provision/ports.ts';
import { explain } from '../../src/provision/problem.ts';

it('requireFree names the holder of a busy port and the setting that changes our port', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const problem = await requireFree({ port, by: 'the API', setting: 'PORT' }).catch(
    (error: unknown) => error,
  );
  expect(explain(problem)).toContain(`Port ${port}, which the API needs, is in use by`);
  expect(explain(problem)).toContain(`(pid ${process.pid})`);
  expect(explain(problem)).toMatch(/PORT=\d+ npm start/);
});

it('requireFree accepts a free port', async () => {
  const port = await freePort();
  await expect(requireFree({ port, by: 'the API', setting: 'PORT' })).resolves.toBeUndefined();
});

import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { DesktopSockets } from '../../../src/desktop/sockets.ts';

it('a late connection does not answer another request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sockets-'));
  const sockets = await DesktopSockets.listen(folder);
  onTestFinished(async () => {
    await sockets.close();
    await rm(folder, { recursive: true, force: true });
  });
  const answer = (words: string) => connect(join(folder, 'files.sock')).end(words);
  const late = sockets.next('files', () => undefined, { number: 'a', withinMs: 1 });
  await expect(late).rejects.toThrow('did not connect');
  const next = sockets.next('files', () => answer('a\nold'), { number: 'b' });
  const after = sockets.next('files', () => answer('c\nafter'), { number: 'c' });
  expect(await text(await after)).toBe('after');
  answer('b\nnew\nlines');
  expect(await text(await next)).toBe('new\nlines');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { stat } from 'node:fs/promises';
import type { IsolatedEngine } from './engine.ts';

const FORWARD = fileURLToPath(new URL('forward.mjs', import.meta.url));

/**
 * Makes a port that an engine's container publishes on the loopback of its network namespace reachable at the same port of this
 * machine's loopback. Both ends meet at a socket file, which network namespaces share.
 * @returns a function that ends this
 */
export const reachPort = async (
  { pid, run }: Pick<IsolatedEngine, 'pid' | 'run'>,
  port: number,
): Promise<() => Promise<void>> => {
  const socket = join(run, `port-${port}.sock`);
  const enter = ['--net', '--target', String(pid), process.execPath, FORWARD, socket, String(port)];
  const forwarder = spawn('nsenter', enter, { stdio: ['pipe', 'inherit', 'inherit'] });
  while ((await stat(socket).catch(() => undefined)) === undefined) {
    if (forwarder.exitCode !== null) throw new Error('the port could not be forwarded');
    await sleep(20);
  }
  const gate = createServer((client) => {
    const upstream = connect(socket);
    client.pipe(upstream).pipe(client);
    client.on('error', () => undefined).once('close', () => upstream.destroy());
    upstream.on('error', () => undefined).once('close', () => client.destroy());
  });
  gate.listen(port, '127.0.0.1');
  await once(gate, 'listening');
  return async () => {
    gate.close();
    forwarder.stdin.end();
    if (forwarder.exitCode === null) await once(forwarder, 'exit');
  };
};

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome, SandboxLostError } from '../../src/sandbox/index.ts';
import { FIRST_BUILD_MS, openTestHost, RUNTIMES, type TestHost } from '../helpers/sandbox-host.ts';

/** Python code that asks the resolver for a name without using Python's own look-ups, which are recorded differently. */
const ASK = `
import socket
def ask(name, wait=True):
    query = b'\\x12\\x34\\x01\\0\\0\\1\\0\\0\\0\\0\\0\\0' + b''.join(bytes([len(p)]) + p for p in name.split(b'.')) + b'\\0\\0\\1\\0\\1'
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.sendto(query, ('127.0.0.1', 53))
        if wait: s.recvfrom(512)
`;
const TARGET = { host: 'target.example.net', port: null };

const total = ({ egress_attempts: listed, egress_attempts_more: more }: RunOutcome): number =>
  listed.length + more;

describe.each(RUNTIMES)('Evidence of network attempts by code on %s', { timeout: 120_000 }, (runtime) => {
  let test: TestHost;
  beforeAll(async () => {
    test = await openTestHost({ runtime, depth: { min: 1, max: 3 } });
  }, FIRST_BUILD_MS);
  afterAll(async () => test.close());

  it('the evidence survives a thousand files with maximum-length names', async () => {
    const code = `${ASK}
import os
ask(b'target.example.net')
print('asked', flush=True)
os.chdir('/tmp')
for depth in range(12):
    os.mkdir(b'\\xff' * 255); os.chdir(b'\\xff' * 255)
for n in range(1000): os.close(os.open(b'%04d' % n + b'\\xff' * 251, os.O_CREAT))`;
    const outcome = await test.run({ code, timeoutMs: 30_000 });
    expect(outcome).toMatchObject({ exit_code: 0, stdout: 'asked\n', files_truncated: true });
    expect(outcome.egress_attempts).toEqual([TARGET]);
    expect(JSON.stringify(outcome.files).length).toBeLessThan(300_000);
  });

  it('the evidence survives when the supervisor reports too late', async () => {
    const code = `${ASK}
import os
ask(b'target.example.net')
os.chdir('/tmp')
for n in range(4900):
    if n % 400 == 0: os.mkdir('d'); os.chdir('d')
    os.close(os.open(str(n), os.O_CREAT))
print('full', flush=True)
for _ in range(55):
    if os.fork() == 0:
        while True: pass
while True: pass`;
    const outcome = await test.run({ code, timeoutMs: 12_000 });
    expect(outcome).toMatchObject({ timed_out: true, stdout: 'full\n', exit_code: 137 });
    expect(outcome.egress_attempts).toEqual([TARGET]);
  });

  it('the evidence survives when memory runs out', async () => {
    const code = `${ASK}
import os, time
try:
    with open('/proc/self/oom_score_adj', 'w') as file: file.write('0')
except OSError: pass
ask(b'target.example.net')
print('asked', flush=True)
with open('/tmp/full', 'wb') as file:
    try:
        while True: file.write(bytes(1 << 20))
    except OSError: pass
for _ in range(56):
    if os.fork() == 0:
        filled = bytearray(os.urandom(1 << 20)) * 14
        time.sleep(60)
os.wait()`;
    const outcome = await test.run({ code, timeoutMs: 20_000 });
    expect(outcome).toMatchObject({ stdout: 'asked\n', timed_out: false, oom_killed: true });
    expect(outcome.egress_attempts).toEqual([TARGET]);
  });

  it('the evidence names the real target among forty decoys', async () => {
    const code = `${ASK}
for n in range(40): ask(b'decoy-%d.example.org' % n)
ask(b'target.example.net')`;
    const outcome = await test.run({ code });
    expect(outcome.egress_attempts).toContainEqual(TARGET);
    expect(total(outcome)).toBe(41);
  });

  it('the evidence counts every name that it does not list', async () => {
    const code = `${ASK}
for n in range(299): ask(b'decoy-%d.example.org' % n)
ask(b'target.example.net')`;
    const outcome = await test.run({ code, timeoutMs: 20_000 });
    expect(outcome.egress_attempts).toHaveLength(100);
    expect(outcome.egress_attempts_more).toBe(200);
  });

  it('the evidence includes a name looked up at the last moment and counts unreadable queries', async () => {
    const code = `${ASK}
import os
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
    for query in (b'', b'x', b'\\0' * 12 + b'\\xc0\\x0c\\0\\1\\0\\1', b'\\0' * 12 + b'\\3abc'): s.sendto(query, ('127.0.0.1', 53))
ask(b'target.example.net', wait=False)
os._exit(0)`;
    const outcome = await test.run({ code });
    expect(outcome.egress_attempts).toEqual([TARGET]);
    expect(outcome.egress_attempts_more).toBe(4);
  });

  it('the evidence distinguishes names with binary bytes and keeps the end of a long name', async () => {
    const code = `${ASK}
ask(b'\\xfe.example.org'); ask(b'\\xff.example.org'); ask(b'a b.example.org')
ask(b'.'.join([b'\\x80' * 60] * 4))`;
    const { egress_attempts: attempts } = await test.run({ code });
    const hosts = attempts.map(({ host }) => host);
    expect(hosts.slice(0, 3)).toEqual(['\\254.example.org', '\\255.example.org', 'a\\032b.example.org']);
    expect(hosts[3]).toMatch(/^….*\\128$/u);
    expect(hosts[3]).toHaveLength(255);
  });

  it('the evidence is neither crowded out by many hosts nor hidden by false values', async () => {
    const filled = `
import socket
for n in range(120):
    try: socket.getaddrinfo(b'%03d' % n + b'\\xff' * 250, 9)
    except OSError: pass`;
    const outcome = await test.run({ code: filled });
    expect(total(outcome)).toBe(120);
    const lying = `
import socket
class Text(str):
    __eq__ = lambda *_: True
    __hash__ = lambda *_: hash('localhost')
    startswith = lambda *_: True
class Pair(tuple):
    __getitem__ = lambda *_: '127.0.0.1'
    __len__ = lambda *_: 0
for address in ((Text('203.0.113.7'), 443), Pair(('203.0.113.8', 443)), ('127.0.0.1.example.net', 1)):
    try: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(address)
    except OSError: pass`;
    const { egress_attempts: attempts } = await test.run({ code: lying });
    for (const host of ['203.0.113.7', '203.0.113.8', '127.0.0.1.example.net']) {
      expect(attempts.map((attempt) => attempt.host)).toContain(host);
    }
  });

  it('the evidence covers only one job of a session', async () => {
    const wish = { profile: 'python', teamId: 'team_a', run: 'run-1', lifetimeMs: 60_000 } as const;
    const sandbox = await test.host.open({ ...wish, session: true });
    try {
      const code = `${ASK}
def connect():
    try: socket.create_connection(('203.0.113.7', 443), 1)
    except OSError: pass
connect(); ask(b'target.example.net')`;
      const job = { language: 'python', timeoutMs: 10_000 } as const;
      const noted = { host: '203.0.113.7', port: 443 };
      expect((await sandbox.run({ ...job, code })).egress_attempts).toEqual([noted, TARGET]);
      expect((await sandbox.run({ ...job, code: '1' })).egress_attempts).toEqual([]);
      const again = await sandbox.run({ ...job, code: "connect(); ask(b'target.example.net')" });
      expect(again.egress_attempts).toEqual([noted, TARGET]);
    } finally {
      await sandbox.close();
    }
  });

  it('the evidence survives when the container is killed from outside', async () => {
    const wish = { profile: 'python', teamId: 'team_a', run: 'run-1', lifetimeMs: 60_000 } as const;
    const sandbox = await test.host.open(wish);
    const code = `${ASK}
ask(b'target.example.net')
print('asked', flush=True)
import time; time.sleep(50)`;
    const running = sandbox.run({ language: 'python', code, timeoutMs: 50_000 });
    const lost = running.then(
      () => undefined,
      (error: unknown) => error as SandboxLostError,
    );
    const docker = test.docker.getContainer(sandbox.id);
    const processes = async () => ((await docker.top()) as { Processes: unknown[] }).Processes.length;
    await expect.poll(processes).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await docker.kill();
    expect(await lost).toMatchObject({
      name: 'SandboxLostError',
      started: true,
      remains: { stdout: 'asked\n', egress_attempts: [TARGET], egress_attempts_more: 0 },
    });
  });
});

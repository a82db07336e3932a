import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenOptions, Sandbox } from '../../src/sandbox/index.ts';
import { FIRST_BUILD_MS, openTestHost, RUNTIMES, type TestHost } from '../helpers/sandbox-host.ts';

describe.each(RUNTIMES)('A sandbox on %s', { timeout: 120_000 }, (runtime) => {
  let test: TestHost;
  beforeAll(async () => {
    test = await openTestHost({ runtime });
  }, FIRST_BUILD_MS);
  afterAll(async () => test.close());

  const withSandbox = async (
    use: (sandbox: Sandbox) => Promise<void>,
    options: Partial<OpenOptions> = {},
  ): Promise<void> => {
    const wish = {
      profile: 'python',
      teamId: 'team_a',
      run: 'run-1',
      lifetimeMs: 60_000,
      session: true,
    } as const;
    const sandbox = await test.host.open({ ...wish, ...options });
    try {
      await use(sandbox);
    } finally {
      await sandbox.close();
    }
  };
  const python = { language: 'python', timeoutMs: 10_000 } as const;
  const bash = { language: 'bash', timeoutMs: 10_000 } as const;

  it('a sandbox keeps variables, imports, functions and files between jobs', async () => {
    await withSandbox(async (sandbox) => {
      await sandbox.run({
        ...python,
        code: "import math\nx = 20\ndef f(): return math.floor(x + 22.5)\nopen('a', 'w').write('hi')",
      });
      expect(await sandbox.run({ ...python, code: 'f()' })).toMatchObject({ result: 42, exit_code: 0 });
      expect(await sandbox.run({ ...bash, code: 'cat /tmp/a; echo more >> a' })).toMatchObject({
        stdout: 'hi',
      });
      expect(await sandbox.run({ ...python, code: "open('/tmp/a').read(), x" })).toMatchObject({
        result: ['himore\n', 20],
      });
    });
  });

  it('a sandbox keeps variables when a program raises or exits and reports when they are lost', async () => {
    await withSandbox(async (sandbox) => {
      await sandbox.run({ ...python, code: 'x = 1' });
      const raised = await sandbox.run({ ...python, code: 'y = 2\n1 / 0' });
      expect(raised).toMatchObject({ exit_code: 1, variables_lost: false });
      expect(await sandbox.run({ ...python, code: 'import sys\nsys.exit(5)' })).toMatchObject({
        exit_code: 5,
        variables_lost: false,
      });
      expect(await sandbox.run({ ...python, code: 'x + y' })).toMatchObject({ result: 3 });
      expect(await sandbox.run({ ...python, code: 'import os\nos._exit(9)' })).toMatchObject({
        exit_code: 9,
        variables_lost: true,
      });
      expect(await sandbox.run({ ...python, code: 'x' })).toMatchObject({
        exit_code: 1,
        stderr: expect.stringContaining("NameError: name 'x' is not defined"),
      });
    });
  });

  it('a sandbox continues after a job that timed out and keeps its files', async () => {
    await withSandbox(async (sandbox) => {
      const slow = "open('/tmp/kept', 'w').write('k')\nprint('on', flush=True)\nwhile True: pass";
      expect(await sandbox.run({ ...python, timeoutMs: 500, code: slow })).toMatchObject({
        timed_out: true,
        stdout: 'on\n',
        variables_lost: true,
      });
      expect(await sandbox.run({ ...python, code: "open('/tmp/kept').read()" })).toMatchObject({
        result: 'k',
      });
    });
  });

  it('a sandbox continues a seeded sequence of random numbers', async () => {
    await withSandbox(async (sandbox) => {
      await sandbox.run({ ...python, code: 'import random\nrandom.seed(7)\na = random.random()' });
      const next = await sandbox.run({
        ...python,
        code: 'b = random.random()\nrandom.seed(7)\n(a, b) == (random.random(), random.random())',
      });
      expect(next.result).toBe(true);
    });
  });

  it('a sandbox lets nothing run between two jobs', async () => {
    await withSandbox(async (sandbox) => {
      await sandbox.run({
        ...python,
        code: `
import os, threading, time
def write():
    while True:
        open('/tmp/t', 'a').write('t'); time.sleep(0.01)
threading.Thread(target=write, daemon=True).start()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True: open('/tmp/d', 'a').write('d'); time.sleep(0.01)
    os._exit(0)
time.sleep(0.2)`,
      });
      await sandbox.run({ ...bash, code: 'rm /tmp/t /tmp/d; (setsid sleep 100 &) ; sleep 100 & disown' });
      const { stdout, files } = await sandbox.run({
        ...bash,
        code: 'sleep 0.3; cat /proc/[0-9]*/comm | sort | uniq -c',
      });
      expect(files).toEqual([]);
      expect(stdout).not.toContain('sleep 100');
      expect(stdout.match(/sleep/gu)).toBeNull();
    });
  });

  it('a sandbox returns files up to a limit but no links', async () => {
    await withSandbox(async (sandbox) => {
      await sandbox.run({
        ...bash,
        code: 'printf 0123456789 > a; mkdir b; echo deep > b/c; ln -s /etc/passwd link; mkfifo pipe',
      });
      expect(await sandbox.readFile('a', 4)).toEqual({ content: Buffer.from('0123'), size: 10 });
      expect(await sandbox.readFile('b/c', 100)).toEqual({ content: Buffer.from('deep\n'), size: 5 });
      for (const name of ['link', 'pipe', 'b', 'none', '../etc/passwd', '/etc/passwd', '']) {
        expect(await sandbox.readFile(name, 100)).toBeUndefined();
      }
    });
  });

  it('a sandbox refuses files that do not fit and continues', async () => {
    await withSandbox(async (sandbox) => {
      await sandbox.run({ ...bash, code: 'head -c 60000000 /dev/zero > full' });
      const files = [{ name: 'big', content: Buffer.alloc(20_000_000) }];
      await expect(sandbox.run({ ...bash, code: 'true', files })).rejects.toThrow('do not fit');
      expect(await sandbox.run({ ...bash, code: 'rm full; echo on' })).toMatchObject({ stdout: 'on\n' });
    });
  });

  it('a sandbox and its running job end when its lifetime is over', async () => {
    await withSandbox(
      async (sandbox) => {
        const begun = performance.now();
        expect(await sandbox.run({ ...bash, timeoutMs: 60_000, code: 'echo on; sleep 100' })).toMatchObject({
          timed_out: true,
          stdout: 'on\n',
        });
        expect(performance.now() - begun).toBeLessThan(3_000);
        await expect.poll(() => sandbox.closed).toBe(true);
        await expect(sandbox.run({ ...bash, code: 'true' })).rejects.toThrow('closed');
      },
      { lifetimeMs: 2_000 },
    );
  });

  it('a sandbox ends its running job at once when it is closed', async () => {
    await withSandbox(async (sandbox) => {
      const job = sandbox.run({ ...bash, timeoutMs: 60_000, code: 'sleep 100' });
      job.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await sandbox.close();
      await expect(job).rejects.toMatchObject({ name: 'SandboxLostError', started: true });
    });
  });

  it('a sandbox is never reused, and the next one finds no trace of it', async () => {
    const mark =
      "import builtins, os, sys\nbuiltins.mark = 1\nsys.modules['mark'] = sys\nos.environ['MARK'] = '1'\nopen('/tmp/mark', 'w').write('1')";
    const look =
      "import builtins, os, sys\n[hasattr(builtins, 'mark'), 'mark' in sys.modules, 'MARK' in os.environ, os.listdir('/tmp')]";
    const ids = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const wish = { profile: 'python', teamId: 'team_a', run: 'run-1', lifetimeMs: 30_000 } as const;
      const looked = await test.host.runOnce(wish, { ...python, code: look });
      expect(looked.outcome.result).toEqual([false, false, false, []]);
      ids.add(looked.sandboxId);
      ids.add((await test.host.runOnce(wish, { ...python, code: mark })).sandboxId);
    }
    expect(ids.size).toBe(8);
  });

  it('a sandbox reports the hosts that Python code tries to reach and every name that any program looks up', async () => {
    const code = `
import socket, urllib.request
for url in ('https://evil.example.com/a', 'http://203.0.113.9:8080/'):
    try: urllib.request.urlopen(url, timeout=3)
    except OSError as error: print(type(error).__name__)
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
try: s.sendto(b'x', ('198.51.100.7', 9999))
except OSError: pass
try: socket.create_connection(('127.0.0.1', 1))
except OSError: pass`;
    const begun = performance.now();
    const outcome = await test.run({ code });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(outcome.stdout).toBe('URLError\nURLError\n');
    expect(outcome.egress_attempts).toEqual([
      { host: 'evil.example.com', port: 443 },
      { host: '203.0.113.9', port: 8080 },
      { host: '198.51.100.7', port: 9999 },
    ]);
    const shell = await test.run({
      ...bash,
      code: 'curl -sS https://api.example.net/x; exec 3<>/dev/tcp/c2.example.org/443',
    });
    expect(shell.egress_attempts).toEqual([
      { host: 'api.example.net', port: null },
      { host: 'c2.example.org', port: null },
    ]);
  });

  it('a sandbox survives a program that fills the shared memory', async () => {
    const code = `
import ctypes, os, re
for line in open('/proc/self/maps'):
    found = re.match(r'([0-9a-f]+)-([0-9a-f]+) rw-s', line)
    if found and int(found[2], 16) - int(found[1], 16) > 1 << 20:
        start, end = int(found[1], 16), int(found[2], 16)
        ctypes.memset(start, 0xff, end - start)
print('scribbled', flush=True)
os._exit(4)`;
    expect(await test.run({ code })).toMatchObject({
      exit_code: 4,
      stdout: 'scribbled\n',
      egress_attempts: [],
    });
  });
});

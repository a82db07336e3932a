import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_BUILD_MS, openTestHost, RUNTIMES, type TestHost } from '../helpers/sandbox-host.ts';

const REACH_THE_SUPERVISOR = `
import ctypes, os, signal
for name in ('mem', 'environ', 'fd', 'root', 'cwd'):
    try:
        path = f'/proc/1/{name}'
        if name == 'fd':
            for fd in os.listdir(path):
                for flags in (os.O_RDONLY, os.O_WRONLY):
                    target = os.readlink(f'{path}/{fd}')
                    os.close(os.open(f'{path}/{fd}', flags))
                    if not target.startswith('pipe:'): print('OPEN', fd, target)
        elif name in ('root', 'cwd'): os.listdir(path + '/root')
        else:
            with open(path, 'rb') as file: data = file.read(64)
            if name != 'environ': print('READ', name, len(data))
    except OSError: pass
for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP, signal.SIGHUP, signal.SIGUSR1):
    try: os.kill(1, number); print('SIGNAL', number)
    except OSError: pass
libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(16, 1, 0, 0) == 0: print('PTRACE')
for call in (os.setuid, os.setgid, os.seteuid):
    try: call(0); print('BECAME', call)
    except OSError: pass
print(os.getresuid(), os.getresgid(), os.getgroups(), sorted(set(
    line.split()[1] for line in open('/proc/self/status') if line.startswith(('CapPrm', 'CapEff', 'CapInh')))))
`;

const DAEMON = `
import os, sys, time
for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            while True:
                try: os.write(1, b'late'); time.sleep(0.005)
                except OSError: pass
        os._exit(0)
print('done', flush=True)
os._exit(0)
`;

const FORGE_A_RESULT = `
import ctypes, gc, json, os
from pramaan_runner import program, shared
value = '[' * 1000 + ']' * 1000
[memory] = [o for o in gc.get_objects() if isinstance(o, shared.Shared)]
memory.set_result(shared.JSON_RESULT, value.encode(), False)
os._exit(0)`;

describe.each(RUNTIMES)('Hostile code on %s', { timeout: 120_000 }, (runtime) => {
  let test: TestHost;
  beforeAll(async () => {
    test = await openTestHost({ runtime, depth: { min: 2, max: 8 } });
  }, FIRST_BUILD_MS);
  afterAll(async () => test.close());

  it('hostile code runs as a separate user without capabilities and cannot reach the supervisor', async () => {
    const { stdout, stderr } = await test.run({ code: REACH_THE_SUPERVISOR });
    const alone = "(10001, 10001, 10001) (10001, 10001, 10001) [] ['0000000000000000']\n";
    expect({ stdout, stderr }).toEqual({ stdout: alone, stderr: '' });
  });

  it('hostile code cannot open a netlink socket or leave anything behind that outlives its processes', async () => {
    const code = `
import ctypes, platform, socket
try: socket.socket(16, socket.SOCK_RAW, 0); print('netlink')
except OSError as error: print(error.errno)
libc = ctypes.CDLL(None, use_errno=True)
for make in (lambda: libc.shmget(0, 1 << 20, 0o1600), lambda: libc.semget(0, 1, 0o1600), lambda: libc.msgget(0, 0o1600)):
    print(make(), ctypes.get_errno())
number = {'x86_64': 240, 'aarch64': 180}[platform.machine()]
print(libc.syscall(number, b'queue', 0o102, 0o600, None), ctypes.get_errno())
print(socket.create_server(('127.0.0.1', 0)).getsockname()[0])`;
    const { stdout } = await test.run({ code });
    expect(stdout).toBe(`1\n${'-1 1\n'.repeat(4)}127.0.0.1\n`);
  });

  it('hostile code cannot delay the report with daemons that hold its output, and no daemon survives', async () => {
    const begun = performance.now();
    const outcome = await test.run({ code: DAEMON, timeoutMs: 20_000 });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(outcome).toMatchObject({ exit_code: 0, timed_out: false });
    expect(outcome.stdout).toContain('done');
  });

  it('hostile code cannot forge a report through its standard output or error', async () => {
    const exit = JSON.stringify({ exit_code: 0, signal: null, ended_by: 'exit', result_kind: 'json' });
    const code = `
import os, struct
frame = b'X' + struct.pack('>I', ${exit.length + 2}) + b'${exit}\\n7'
for fd in (1, 2): os.write(fd, frame * 3); os.write(fd, bytes([1, 0, 0, 0, 0, 0, 0, len(frame)]) + frame)
os._exit(66)`;
    const outcome = await test.run({ code });
    expect(outcome).toMatchObject({ exit_code: 66, result: null });
    expect(outcome.stdout).toBe(outcome.stderr);
    expect(outcome.stdout_bytes).toBe(outcome.stderr_bytes);
    expect(outcome.stdout).toContain(exit);
  });

  it('a result that hostile code forges is returned as text when it is nested too deeply', async () => {
    const outcome = await test.run({ code: FORGE_A_RESULT });
    expect(outcome).toMatchObject({
      exit_code: 0,
      stderr: '',
      result: '['.repeat(1_000) + ']'.repeat(1_000),
    });
  });

  it('hostile code that floods both streams has its output drained, counted and truncated', async () => {
    const code = `
import os, threading
def flood(fd):
    for _ in range(64): os.write(fd, bytes([65 + fd]) * 65536)
threads = [threading.Thread(target=flood, args=(fd,)) for fd in (1, 2)]
for thread in threads: thread.start()
for thread in threads: thread.join()`;
    const outcome = await test.run({ code, timeoutMs: 20_000 });
    expect(outcome).toMatchObject({
      exit_code: 0,
      truncated: true,
      stdout_bytes: 4_194_304,
      stderr_bytes: 4_194_304,
    });
    expect(outcome.stdout).toBe('B'.repeat(1_048_576));
    expect(outcome.stderr).toBe('C'.repeat(1_048_576));
  });

  it('output of hostile code is never truncated in the middle of a character', async () => {
    const job = { code: "print('x' + '😀' * 100, end='')", limits: { outputBytes: 103 } };
    const { stdout, stdout_bytes: bytes } = await test.run(job);
    expect({ stdout, bytes }).toEqual({ stdout: `x${'😀'.repeat(25)}`, bytes: 401 });
  });

  it('hostile code ends in time when eight such programs run at once, and a harmless program still runs', async () => {
    const hostile = [
      'while True: pass',
      'import os\nwhile True:\n    try: os.fork()\n    except OSError: pass',
      "import sys\nwhile True: sys.stdout.write('x' * 65536)",
      'import signal, time\nfor s in range(1, 32):\n    try: signal.signal(s, signal.SIG_IGN)\n    except OSError: pass\nwhile True: time.sleep(1)',
    ];
    const limit = 2_000;
    const jobs = [...hostile, ...hostile].map(async (code) => test.run({ code, timeoutMs: limit }));
    const harmless = await test.run({ code: "print('calm')", timeoutMs: 30_000 });
    expect(harmless).toMatchObject({ stdout: 'calm\n', exit_code: 0 });
    for (const outcome of await Promise.all(jobs)) {
      expect(outcome).toMatchObject({ timed_out: true, signal: 'SIGKILL', exit_code: 137 });
      expect(outcome.duration_ms).toBeLessThan(limit + 1_000);
    }
  });

  it('hostile code is limited in its number of processes and open files and in its file sizes', async () => {
    const code = `
import os, resource, threading, time
pids = []
try:
    while len(pids) < 200:
        pid = os.fork()
        if pid == 0: time.sleep(30); os._exit(0)
        pids.append(pid)
except OSError as error: print('fork', error.errno, len(pids) <= 64)
files = []
try:
    while True: files.append(open('/dev/null'))
except OSError as error: print('open', error.errno, len(files) < 256)
files.clear()
try:
    with open('/tmp/large', 'wb') as file:
        file.seek(1 << 40); file.write(b'x')
except OSError as error: print('size', error.errno)`;
    const { stdout } = await test.run({ code });
    expect(stdout).toBe('fork 11 True\nopen 24 True\nsize 27\n');
  });
});

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runContainer } from '../helpers/container.ts';
import type { Ran } from '../helpers/container.ts';
import { FIRST_BUILD_MS, startContainerEngine } from '../helpers/container-engine.ts';
import type { TestContainerEngine } from '../helpers/container-engine.ts';

let engine: TestContainerEngine;
let image: string;
let filter: string;

beforeAll(async () => {
  engine = await startContainerEngine();
  image = await engine.images.ensure('bash');
  filter = await readFile(new URL('../../images/sandbox/seccomp.json', import.meta.url), 'utf8');
}, FIRST_BUILD_MS);

afterAll(async () => {
  await engine.stop();
});

/**
 * Capabilities that the refused calls would need. ALL is not used, because a container engine inside a machine may itself lack
 * some.
 */
const CAPABILITIES = ['SYS_ADMIN', 'SYS_CHROOT', 'SYS_PTRACE', 'NET_ADMIN', 'NET_RAW', 'MKNOD'];

/** Runs a program as root with capabilities, so that any refusal comes from the filter. */
const filtered = async (program: string): Promise<Ran> =>
  runContainer(engine.docker, {
    image,
    user: '0:0',
    command: ['/usr/bin/python3', '-'],
    stdin: program,
    host: { CapAdd: CAPABILITIES, SecurityOpt: ['no-new-privileges', `seccomp=${filter}`], PidsLimit: 64 },
  });

describe('The system call filter', () => {
  it('the filter allows sockets of only three families: local, IPv4 and IPv6', async () => {
    const { stdout, stderr } = await filtered(SOCKETS);
    expect({ stdout, stderr }).toEqual({ stdout: '1 2 10\npair\nthe rest: 1\n', stderr: '' });
  });

  it('the filter refuses, even to root, every call that reaches beyond the program’s own processes and files', async () => {
    const { stdout, stderr } = await filtered(REFUSED);
    expect({ stdout, stderr }).toEqual({ stdout: 'all refused\n', stderr: '' });
  });

  it('the filter refuses every way to create a namespace', async () => {
    const { stdout, stderr } = await filtered(NAMESPACES);
    expect({ stdout, stderr }).toEqual({ stdout: 'unshare 1, setns 1, clone 1, clone3 38\n', stderr: '' });
  });

  it('the filter ends a program that uses 32-bit system calls', async (context) => {
    if (process.arch !== 'x64') context.skip('Only processors of this kind have such calls.');
    const { stdout } = await filtered(OLD_CALLS);
    expect(stdout).toBe('ended by signal 31\n');
  });

  it('the filter allows threads, processes, pipes, files, loopback and timers', async () => {
    const { exitCode, stdout, stderr } = await filtered(ORDINARY);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 0,
      stdout: "20 threads\n100000\nb'hi'\n[1, 2]\ncopied\nslept\n7\n",
      stderr: '',
    });
  });
});

const SOCKETS = `
import socket
opened, refused = set(), set()
for family in range(0, 50):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        try: socket.socket(family, kind).close(); opened.add(family)
        except OSError as e:
            if family not in (1, 2, 10): refused.add(e.errno)
print(*sorted(opened))
socket.socketpair(); print('pair')
print('the rest:', *refused)
`;

/** System calls by their numbers on x86-64 and arm64. A call that must be refused has both numbers. */
const SYSCALL = `
import ctypes, platform
libc = ctypes.CDLL(None, use_errno=True)
x86 = platform.machine() == 'x86_64'
def call(x86_number, arm_number, *args):
    ctypes.set_errno(0)
    answer = libc.syscall(x86_number if x86 else arm_number, *(ctypes.c_long(a) if isinstance(a, int) else a for a in args))
    return ctypes.get_errno() if answer < 0 else 'done'
`;

const REFUSED = `${SYSCALL}
calls = {
    'mount': (165, 40, 0, 0, 0, 0, 0), 'umount2': (166, 39, 0, 0), 'pivot_root': (155, 41, 0, 0), 'chroot': (161, 51, b'/'),
    'fsopen': (430, 430, b'tmpfs', 0), 'open_tree': (428, 428, -100, b'/', 1), 'open_by_handle_at': (304, 265, 0, 0, 0),
    'ptrace': (101, 117, 0, 0, 0, 0), 'process_vm_readv': (310, 270, 1, 0, 0, 0, 0, 0), 'pidfd_getfd': (438, 438, 0, 0, 0),
    'kcmp': (312, 272, 1, 1, 0, 0, 0), 'bpf': (321, 280, 0, 0, 0), 'perf_event_open': (298, 241, 0, 0, -1, -1, 0),
    'userfaultfd': (323, 282, 0), 'io_uring_setup': (425, 425, 1, 0), 'memfd_create': (319, 279, b'x', 0),
    'add_key': (248, 217, 0, 0, 0, 0, 0), 'keyctl': (250, 219, 0, 0), 'request_key': (249, 218, 0, 0, 0, 0),
    'shmget': (29, 194, 0, 4096, 0o1600), 'mq_open': (240, 180, b'x', 0), 'vmsplice': (278, 75, 0, 0, 0, 0),
    'init_module': (175, 105, 0, 0, 0), 'finit_module': (313, 273, 0, 0, 0), 'kexec_load': (246, 104, 0, 0, 0, 0),
    'reboot': (169, 142, 0, 0, 0, 0), 'swapon': (167, 224, 0, 0), 'acct': (163, 89, 0), 'syslog': (103, 116, 3, 0, 0),
    'settimeofday': (164, 170, 0, 0), 'clock_settime': (227, 112, 0, 0), 'sethostname': (170, 161, b'x', 1),
    'quotactl': (179, 60, 0, 0, 0, 0), 'fanotify_init': (300, 262, 0, 0), 'personality': (135, 92, 0x40000),
    'lookup_dcookie': (212, 18, 0, 0, 0), 'move_pages': (279, 239, 0, 0, 0, 0, 0, 0), 'name_to_handle_at': (303, 264, -100, b'/', 0, 0, 0),
}
done = {name: answer for name, args in calls.items() if (answer := call(*args)) not in (1, 38)}
print(done or 'all refused')
`;

const NAMESPACES = `${SYSCALL}
import os
own = os.open('/proc/self/ns/net', os.O_RDONLY)
print(f"unshare {call(272, 97, 0x10000000)}, setns {call(308, 268, own, 0)}, "
      f"clone {call(56, 220, 0x10000000 | 17, 0, 0, 0, 0)}, clone3 {call(435, 435, 0, 0)}")
`;

/** mov eax, 20 (getpid for 32 bits); int 0x80; ret */
const OLD_CALLS = `
import ctypes, mmap, os
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(bytes.fromhex('b814000000cd80c3'))
child = os.fork()
if child == 0:
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    os._exit(0)
_, status = os.waitpid(child, 0)
print('ended by signal', os.WTERMSIG(status) if os.WIFSIGNALED(status) else None)
`;

const ORDINARY = `
import concurrent.futures, ctypes, shutil, socket, subprocess, threading, asyncio, os
threads = [threading.Thread(target=lambda: None) for _ in range(20)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(threads), 'threads')
print(subprocess.run('seq 1 100000 | cat | sort -n | tail -1', shell=True, capture_output=True, text=True).stdout.strip())
server = socket.create_server(('127.0.0.1', 0))
threading.Thread(target=lambda: server.accept()[0].sendall(b'hi'), daemon=True).start()
print(socket.create_connection(server.getsockname()).recv(2))
with concurrent.futures.ProcessPoolExecutor(2) as pool: print(list(pool.map(abs, [-1, -2])))
shutil.copy('/etc/passwd', '/tmp/copy'); os.mkfifo('/tmp/fifo'); print('copied')
asyncio.run(asyncio.sleep(0.01)); print('slept')
print(ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 7)())
`;

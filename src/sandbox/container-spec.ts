import type { ContainerCreateOptions, HostConfig } from 'dockerode';
import type { Profile } from './job.ts';
import { ISOLATED, PRELOAD, SANDBOX_UID } from './isolation.ts';

/** `runc` shares the host's kernel; `runsc` (gVisor) runs its own kernel in between. */
export type Runtime = 'runc' | 'runsc';

const MIB = 1024 * 1024;

/** One container's resource limits. Files in /tmp count towards its memory. */
export interface Bounds {
  readonly memoryMb: number;
  readonly tmpMb: number;
  readonly cpus: number;
  readonly processes: number;
}

export const BOUNDS: Readonly<Record<Profile, Bounds>> = {
  python: { memoryMb: 512, tmpMb: 64, cpus: 1, processes: 64 },
  data: { memoryMb: 1_024, tmpMb: 256, cpus: 1, processes: 64 },
  bash: { memoryMb: 512, tmpMb: 64, cpus: 1, processes: 64 },
};

/** Size of the supervisor's own small file system. A job's inputs, script and standard input pass through it. */
const RUN_MB = 16;
const TMP_INODES = 5_000;
const OPEN_FILES = 256;

export interface ContainerRequest {
  readonly sandboxId: string;
  readonly installation: string;
  readonly image: string;
  readonly profile: Profile;
  readonly runtime: Runtime;
  /** The system call filter, as JSON text. */
  readonly seccomp: string;
  readonly bounds: Bounds;
}

/** A container's options, including one that the client's types do not know yet. */
export interface ContainerSpec extends ContainerCreateOptions {
  readonly HostConfig: HostConfig & { readonly CgroupnsMode: 'private' | 'host' };
}

export const LABEL_INSTALLATION = 'pramaan.installation';
export const LABEL_SANDBOX = 'pramaan.sandbox';

/** Returns the supervisor's settings, which are passed on its command line. */
const supervisorSettings = ({ profile, runtime, bounds }: ContainerRequest): string =>
  JSON.stringify({
    uid: SANDBOX_UID,
    preload: PRELOAD[profile],
    // gVisor may run without control groups; the supervisor then enforces the limits that the kernel does not.
    rlimits: runtime === 'runsc' ? { nproc: bounds.processes, as: (bounds.memoryMb + 3_072) * MIB } : {},
    // gVisor does not apply the container engine's system call filter.
    refuse_calls: runtime === 'runsc',
    memory_watch_bytes: runtime === 'runsc' ? bounds.memoryMb * MIB : 0,
  });

/**
 * Describes a locked-down container: it has no network and one writable folder, and submitted code gets no capabilities. The
 * supervisor keeps the capabilities that it needs to become the sandbox user and to end that user's processes.
 */
export const containerSpec = (wish: ContainerRequest): ContainerSpec => ({
  name: wish.sandboxId,
  Image: wish.image,
  Entrypoint: ['/usr/bin/python3', '-I', '/opt/pramaan/supervisor.py'],
  Cmd: [supervisorSettings(wish)],
  User: '0:0',
  WorkingDir: '/tmp',
  Hostname: 'sandbox',
  Labels: { [LABEL_INSTALLATION]: wish.installation, [LABEL_SANDBOX]: wish.sandboxId },
  AttachStdin: true,
  AttachStdout: true,
  AttachStderr: true,
  OpenStdin: true,
  // When our connection ends for any reason, the supervisor's input ends too, which ends the container.
  StdinOnce: true,
  Tty: false,
  NetworkDisabled: true,
  HostConfig: {
    ...ISOLATED,
    Runtime: wish.runtime,
    CapAdd: ['SETUID', 'SETGID', 'KILL'],
    SecurityOpt: ['no-new-privileges', `seccomp=${wish.seccomp}`],
    PidsLimit: wish.bounds.processes,
    Memory: wish.bounds.memoryMb * MIB,
    MemorySwap: wish.bounds.memoryMb * MIB,
    NanoCpus: wish.bounds.cpus * 1e9,
    Ulimits: [
      { Name: 'nofile', Soft: OPEN_FILES, Hard: OPEN_FILES },
      // Larger than /tmp, so that a full /tmp is reported as full.
      { Name: 'fsize', Soft: wish.bounds.tmpMb * 2 * MIB, Hard: wish.bounds.tmpMb * 2 * MIB },
      { Name: 'core', Soft: 0, Hard: 0 },
    ],
    Tmpfs: {
      '/tmp': `rw,exec,nosuid,nodev,size=${wish.bounds.tmpMb}m,nr_inodes=${TMP_INODES},mode=1777`,
      '/run/job': `rw,noexec,nosuid,nodev,size=${RUN_MB}m,nr_inodes=64,mode=0755`,
      '/dev/shm': 'ro,noexec,nosuid,nodev,size=4k',
      '/dev/mqueue': 'ro,noexec,nosuid,nodev,size=4k',
    },
  },
});

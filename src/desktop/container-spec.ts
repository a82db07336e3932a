import { type ContainerSpec, LABEL_INSTALLATION, LABEL_SANDBOX } from '../sandbox/container-spec.ts';
import { ISOLATED } from '../sandbox/isolation.ts';

const MIB = 1024 * 1024;
const OPERATOR_UID = 10_001;

/**
 * One desktop's resource limits, enough for a browser with a page or two and an office program. A page that exceeds the memory
 * limit is killed without affecting the rest.
 */
export const DESKTOP_BOUNDS = {
  memoryMb: 2_048,
  shmMb: 512,
  homeMb: 512,
  tmpMb: 256,
  cpus: 2,
  processes: 400,
  openFiles: 4_096,
} as const;

export interface DesktopRequest {
  readonly sandboxId: string;
  readonly installation: string;
  readonly image: string;
  /** System call filter, as JSON text. It allows namespaces, because Chromium builds its own sandbox out of them. */
  readonly seccomp: string;
  /** Folder on the container engine's host with the sockets that the desktop connects to. */
  readonly sockets: string;
  /** Seconds that the desktop keeps running while no host is listening. */
  readonly graceSeconds: number;
}

/**
 * Describes a desktop's container: it has no network and no capabilities, and can write only to memory. Its only connections to
 * the outside are sockets in a folder that it cannot write to.
 */
export const desktopSpec = (wish: DesktopRequest): ContainerSpec => ({
  name: wish.sandboxId,
  Image: wish.image,
  User: `${OPERATOR_UID}:${OPERATOR_UID}`,
  WorkingDir: '/home/operator',
  Hostname: 'desktop',
  Env: [`DESKTOP_GRACE_SECONDS=${wish.graceSeconds}`],
  Labels: { [LABEL_INSTALLATION]: wish.installation, [LABEL_SANDBOX]: wish.sandboxId },
  AttachStdin: false,
  AttachStdout: false,
  AttachStderr: false,
  Tty: false,
  NetworkDisabled: true,
  HostConfig: {
    ...ISOLATED,
    Runtime: 'runc',
    Init: true,
    SecurityOpt: ['no-new-privileges', `seccomp=${wish.seccomp}`],
    Binds: [`${wish.sockets}:/run/desktop:ro`],
    PidsLimit: DESKTOP_BOUNDS.processes,
    Memory: DESKTOP_BOUNDS.memoryMb * MIB,
    MemorySwap: DESKTOP_BOUNDS.memoryMb * MIB,
    ShmSize: DESKTOP_BOUNDS.shmMb * MIB,
    NanoCpus: DESKTOP_BOUNDS.cpus * 1e9,
    Ulimits: [
      { Name: 'nofile', Soft: DESKTOP_BOUNDS.openFiles, Hard: DESKTOP_BOUNDS.openFiles },
      { Name: 'core', Soft: 0, Hard: 0 },
    ],
    Tmpfs: {
      '/tmp': `rw,noexec,nosuid,nodev,size=${DESKTOP_BOUNDS.tmpMb}m,mode=1777`,
      '/home/operator': `rw,noexec,nosuid,nodev,size=${DESKTOP_BOUNDS.homeMb}m,mode=0700,uid=${OPERATOR_UID},gid=${OPERATOR_UID}`,
      '/dev/mqueue': 'ro,noexec,nosuid,nodev,size=4k',
    },
  },
});

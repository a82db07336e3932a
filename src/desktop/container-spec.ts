import {
  type ContainerSpec,
  ISOLATED,
  LABEL_INSTALLATION,
  LABEL_SANDBOX,
} from '../sandbox/container-spec.ts';

const MIB = 1024 * 1024;
const OPERATOR_UID = 10_001;

/**
 * Resource limits of one desktop: a browser with a page or two beside an office program. A page that wants more is ended on its
 * own.
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
  /** Seconds that the desktop keeps running when no host listens. */
  readonly graceSeconds: number;
}

/**
 * Describes a container with a desktop: no network, no capabilities, nothing writable except what lies in memory. Its only ways
 * out are sockets in a folder that it cannot write to.
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

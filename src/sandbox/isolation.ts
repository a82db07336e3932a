/** User id that submitted code runs under; the images list it in /etc/passwd. */

import type { ContainerSpec } from './container-spec.ts';
import type { Profile } from './job.ts';

export const SANDBOX_UID = 10001;
export const PRELOAD: Readonly<Record<Profile, readonly string[]>> = {
  python: [],
  data: ['numpy', 'pandas', 'matplotlib.pyplot'],
  bash: [],
};

/**
 * Paths hidden from the container: the container engine's own list, and others that reveal details about the host. Some of them
 * exist only on certain kernels.
 */
export const MASKED_PATHS: readonly string[] = [
  '/proc/asound',
  '/proc/acpi',
  '/proc/kcore',
  '/proc/keys',
  '/proc/latency_stats',
  '/proc/timer_list',
  '/proc/timer_stats',
  '/proc/sched_debug',
  '/proc/scsi',
  '/sys',
  '/proc/buddyinfo',
  '/proc/cmdline',
  '/proc/config.gz',
  '/proc/crypto',
  '/proc/devices',
  '/proc/diskstats',
  '/proc/interrupts',
  '/proc/iomem',
  '/proc/ioports',
  '/proc/kallsyms',
  '/proc/kpagecount',
  '/proc/kpageflags',
  '/proc/modules',
  '/proc/partitions',
  '/proc/slabinfo',
  '/proc/softirqs',
  '/proc/swaps',
  '/proc/sysvipc',
  '/proc/version',
  '/proc/version_signature',
  '/proc/vmallocinfo',
  '/proc/vmstat',
  '/proc/zoneinfo',
];

/**
 * Options that all of our containers share: no network, no capabilities, a read-only root, and no view of the
 * host.
 */
export const ISOLATED: ContainerSpec['HostConfig'] = {
  NetworkMode: 'none',
  AutoRemove: true,
  ReadonlyRootfs: true,
  CapDrop: ['ALL'],
  OomScoreAdj: 500,
  MaskedPaths: [...MASKED_PATHS],
  CgroupnsMode: 'private',
  IpcMode: 'private',
  Dns: ['127.0.0.1'],
  DnsSearch: ['.'],
  DnsOptions: ['attempts:1', 'timeout:1'],
  LogConfig: { Type: 'none', Config: {} },
  RestartPolicy: { Name: 'no' },
};

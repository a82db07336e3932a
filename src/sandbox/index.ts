export { connectContainerEngine } from './connect.ts';
export {
  JobRefusedError,
  SandboxBusyError,
  SandboxClosedError,
  SandboxLostError,
  SandboxUnavailableError,
} from './errors.ts';
export { createSandboxHost } from './host.ts';
export type { OpenOptions, SandboxHost, SandboxHostOptions, SandboxLog, SandboxStats } from './host.ts';
export type {
  Chart,
  EgressAttempt,
  InputFile,
  Language,
  LeftFile,
  Profile,
  Remains,
  ResultValue,
  RunJob,
  RunOutcome,
} from './job.ts';
export { createLeaseStore } from './leases.ts';
export type { LeaseStore } from './leases.ts';
export type { Sandbox } from './sandbox.ts';

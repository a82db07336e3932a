import { knownInHosts } from '../../governance/host-names.ts';
import { knownIn } from '../../governance/mask.ts';
import type { KnownValues } from '../../governance/repeats.ts';
import type { RunJob } from '../../sandbox/index.ts';
import type { EgressEvidence } from './egress-rows.ts';

interface Produced extends EgressEvidence {
  readonly stdout: string;
  readonly stderr?: string;
}

/** Returns the identifiers in the code of a job, in what it printed, and in the hosts that it tried to reach. */
export const knownInJob = ({ code }: Pick<RunJob, 'code'>, produced: Produced | undefined): KnownValues => {
  const hosts = produced?.egress_attempts.map(({ host }) => host) ?? [];
  return [...knownIn(code, produced?.stdout, produced?.stderr, hosts), ...knownInHosts(hosts)];
};

import { knownInHosts } from '../../governance/host-names.ts';
import { alsoKnown, knownIn, type KnownValues } from '../../governance/known.ts';
import type { RunJob } from '../../sandbox/index.ts';
import type { EgressEvidence } from './egress-rows.ts';

interface Produced extends EgressEvidence {
  readonly stdout: string;
  readonly stderr?: string;
}

/** Returns a job's output in one text, so that its identifiers are counted and masked from one scan. */
export const outputOf = (produced: Pick<Produced, 'stdout' | 'stderr'> | undefined): string =>
  produced?.stderr === undefined ? (produced?.stdout ?? '') : `${produced.stdout}\n${produced.stderr}`;

/** Returns the identifiers in a job's code and output, and in the hosts that the code tried to reach. */
export const knownInJob = ({ code }: Pick<RunJob, 'code'>, produced: Produced | undefined): KnownValues => {
  const hosts = produced?.egress_attempts.map(({ host }) => host) ?? [];
  return alsoKnown(knownIn(code, outputOf(produced), hosts), knownInHosts(hosts));
};

import { Client, Connection } from '@temporalio/client';
import { ProvisionError } from '../provision/problem.ts';
import { temporalConnection } from '../temporal/connection.ts';
import { type Deployment, listReleases, putInService } from '../temporal/releases.ts';
import { readTemporalAccess } from '../temporal/settings.ts';
import { EXIT, type Outcome, table } from './outcome.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Lists the releases whose workers have polled, and which of them may be stopped. */
export const showReleases = async (env: Environment): Promise<Outcome> =>
  withDeployment(env, async (client, deployment) => {
    const releases = await listReleases(client, deployment);
    return {
      code: EXIT.ok,
      json: { releases },
      text: table([['release', 'state'], ...releases.map(({ buildId, state }) => [buildId, state])]),
    };
  });

/** Puts a release in service, for all new runs or for a share of them. */
export const promoteRelease = async (
  env: Environment,
  { build, percent }: { readonly build: string; readonly percent?: string },
): Promise<Outcome> =>
  withDeployment(env, async (client, deployment) => {
    const percentage = Number(percent ?? 100);
    if (!(percentage >= 0 && percentage <= 100))
      throw new ProvisionError('--percent is not a percentage.', 'Use a number from 0 to 100.');
    await putInService(client, deployment, { buildId: build, percentage });
    const share = percentage === 100 ? 'New runs begin' : `${percentage} % of new runs begin`;
    return {
      code: EXIT.ok,
      json: { release: build, percentage },
      text: `${share} on ${build}. Open runs end on the release that began them.`,
    };
  });

const withDeployment = async (
  env: Environment,
  task: (client: Client, deployment: Deployment) => Promise<Outcome>,
): Promise<Outcome> => {
  const deploymentName = env['WORKER_DEPLOYMENT'] ?? '';
  if (deploymentName === '')
    throw new ProvisionError('WORKER_DEPLOYMENT is not set.', 'Set it as the workers have it.');
  const access = readTemporalAccess(env);
  const connection = await Connection.connect(temporalConnection(access));
  try {
    const client = new Client({ connection, namespace: access.TEMPORAL_NAMESPACE });
    return await task(client, { namespace: access.TEMPORAL_NAMESPACE, deploymentName });
  } finally {
    await connection.close();
  }
};

import type { Client } from '@temporalio/client';
import temporalProto from '@temporalio/proto';
import type { WorkerOptions } from '@temporalio/worker';

const { WorkerDeploymentVersionStatus } = temporalProto.temporal.api.enums.v1;

export interface Deployment {
  readonly namespace: string;
  readonly deploymentName: string;
}

export interface Release {
  readonly buildId: string;
  /**
   * `draining`: only the runs that it began are still open; `drained`: none are, so its workers can be
   * stopped.
   */
  readonly state: 'in service' | 'ramping' | 'draining' | 'drained' | 'not in service';
}

/**
 * Returns the options that make a worker take only the work of its own release, if the administrator wants
 * that.
 */
export const deploymentOf = (settings: {
  readonly WORKER_DEPLOYMENT?: string | undefined;
  readonly WORKER_BUILD_ID: string;
}): Pick<WorkerOptions, 'workerDeploymentOptions'> => {
  const { WORKER_DEPLOYMENT: deploymentName, WORKER_BUILD_ID: buildId } = settings;
  if (deploymentName === undefined) return {};
  return {
    workerDeploymentOptions: {
      useWorkerVersioning: true,
      version: { deploymentName, buildId },
      // A run ends on the release that began it.
      defaultVersioningBehavior: 'PINNED',
    },
  };
};

/** Lists the releases whose workers have polled, newest first. */
export const listReleases = async (
  client: Client,
  { namespace, deploymentName }: Deployment,
): Promise<readonly Release[]> => {
  const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({
    namespace,
    deploymentName,
  });
  return (workerDeploymentInfo?.versionSummaries ?? []).map(({ deploymentVersion, status }) => ({
    buildId: deploymentVersion?.buildId ?? '',
    state: stateOf(status),
  }));
};

/**
 * Puts a release in service: new runs begin on it. A release for all new runs ends the share of any other
 * one.
 * @param percentage share of new runs, in percent; all by default
 */
export const putInService = async (
  client: Client,
  { namespace, deploymentName }: Deployment,
  { buildId, percentage = 100 }: { readonly buildId: string; readonly percentage?: number },
): Promise<void> => {
  const base = { namespace, deploymentName, buildId, identity: 'pramaan' };
  if (percentage < 100) {
    await client.workflowService.setWorkerDeploymentRampingVersion({ ...base, percentage });
    return;
  }
  await client.workflowService.setWorkerDeploymentCurrentVersion(base);
  const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({
    namespace,
    deploymentName,
  });
  // Temporal ends a share only if the same release is put in service.
  if (workerDeploymentInfo?.routingConfig?.rampingDeploymentVersion)
    await client.workflowService.setWorkerDeploymentRampingVersion({ ...base, buildId: '', percentage: 0 });
};

const stateOf = (status: number | null | undefined): Release['state'] => {
  switch (status) {
    case WorkerDeploymentVersionStatus.WORKER_DEPLOYMENT_VERSION_STATUS_CURRENT:
      return 'in service';
    case WorkerDeploymentVersionStatus.WORKER_DEPLOYMENT_VERSION_STATUS_RAMPING:
      return 'ramping';
    case WorkerDeploymentVersionStatus.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINING:
      return 'draining';
    case WorkerDeploymentVersionStatus.WORKER_DEPLOYMENT_VERSION_STATUS_DRAINED:
      return 'drained';
    default:
      return 'not in service';
  }
};

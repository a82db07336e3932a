import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerInfo } from 'dockerode';
import { inject } from 'vitest';
import type { CodeRunBody } from '../../src/contract/code-run.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { LABEL_INSTALLATION } from '../../src/sandbox/container-spec.ts';
import { installationOf } from '../../src/worker/installation.ts';
import type { Environment, TestService } from './service.ts';

/** Returns the settings that a test's service needs to run code on the container engine of the global setup. */
export const sandboxEnv = (more: Environment = {}): Environment => ({
  DOCKER_HOST: inject('dockerHost'),
  // Only tests of operators need a desktop that stands ready.
  DESKTOP_READY: '0',
  ...more,
});

/** Time for the first build of the images, which can take minutes on a new machine. */
const FIRST_BUILD_MS = 900_000;

/** Waits until the service can run code. @throws when it reports that it never will, or takes longer than a first build */
export const untilSandboxesReady = async (service: TestService): Promise<void> => {
  const limit = AbortSignal.timeout(FIRST_BUILD_MS);
  for (;;) {
    limit.throwIfAborted();
    const response = await fetch(`${service.url}/readyz`);
    const { dependencies } = (await response.json()) as {
      dependencies: { sandboxes: { state: string; detail?: string } };
    };
    if (dependencies.sandboxes.state === 'up') return;
    if (dependencies.sandboxes.state === 'off') throw new Error(dependencies.sandboxes.detail);
    await sleep(200);
  }
};

/** Sends POST /v1/run and expects 200. */
export const runCode = async (
  service: Pick<TestService, 'request'>,
  body: Readonly<Record<string, unknown>>,
): Promise<CodeRunBody> => {
  const response = await service.request('POST', '/v1/run', body);
  if (response.status !== 200)
    throw new Error(`/v1/run answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as CodeRunBody;
};

export interface CodeRow {
  readonly action: string;
  readonly step: number;
  readonly governance: string;
  readonly summary: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Returns the ledger rows of a code run; an empty list when it has none. */
export const codeRows = async (
  service: Pick<TestService, 'request'>,
  ref: string,
): Promise<readonly CodeRow[]> => {
  const response = await service.request('GET', `/v1/govern/ledger/${ref}`);
  if (response.status === 404) return [];
  return ((await response.json()) as { entries: CodeRow[] }).entries;
};

/** Returns the containers that a service has on the container engine, in any state. */
export const containersOf = async ({ env }: Pick<TestService, 'env'>): Promise<readonly ContainerInfo[]> => {
  const label = `${LABEL_INSTALLATION}=${installationOf(env as Parameters<typeof installationOf>[0])}`;
  return connectContainerEngine(inject('dockerHost')).listContainers({
    all: true,
    filters: { label: [label] },
  });
};

import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Environment, TestService } from './service.ts';

/** What a service of a test needs to run code: the engine that the global setup found or started. */
export const sandboxEnv = (more: Environment = {}): Environment => ({
  DOCKER_HOST: inject('dockerHost'),
  ...more,
});

/** The images are built at their first use, which can take minutes on a new machine. */
export const untilSandboxesReady = async (service: TestService): Promise<void> => {
  for (;;) {
    const response = await fetch(`${service.url}/readyz`);
    const { dependencies } = (await response.json()) as {
      dependencies: { sandboxes: { state: string; detail?: string } };
    };
    if (dependencies.sandboxes.state === 'up') return;
    if (dependencies.sandboxes.state === 'off') throw new Error(dependencies.sandboxes.detail);
    await sleep(200);
  }
};

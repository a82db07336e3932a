import { expect } from 'vitest';
import { expectActors } from './acting.ts';
import { atEnd } from './at-end.ts';
import { modelEnv } from './live.ts';
import { sandboxEnv, untilSandboxesReady } from './sandboxes.ts';
import { startService, type TestService, type TestServiceOptions } from './service.ts';

export interface BootOptions extends TestServiceOptions {
  /** Gives the service a container engine and, unless the test starts its own workers, waits for its sandboxes. */
  readonly sandboxes?: boolean;
  /** The model provider that the service asks. */
  readonly provider?: { readonly baseUrl: string };
  /** false for a test that damages its ledger. All other tests verify the ledger before the service is closed. */
  readonly verifiesLedger?: boolean;
  /** false for a test that forges rows. In all other tests, each row has to name who acted. */
  readonly checksActors?: boolean;
}

/**
 * Boots a service. `end` is atEnd or a test's onTestFinished; it gets the function that verifies the ledger and closes the
 * service.
 */
export const bootService = async (
  end: (close: () => Promise<void>) => void,
  {
    sandboxes = false,
    provider,
    verifiesLedger = true,
    checksActors = verifiesLedger,
    ...options
  }: BootOptions = {},
): Promise<TestService> => {
  const env = provider === undefined ? options.env : modelEnv(provider.baseUrl, options.env);
  const service = await startService({
    ...options,
    ...(sandboxes ? { env: sandboxEnv(env) } : env !== undefined && { env }),
  });
  end(async () => {
    try {
      if (verifiesLedger) expect(await service.verify()).toMatchObject({ ok: true });
      if (checksActors) await expectActors(service.database.db, service.teamId);
    } finally {
      await service.close();
    }
  });
  if (sandboxes && options.worker !== false) await untilSandboxesReady(service);
  return service;
};

/**
 * Boots a service for the tests of a file and closes it after them. Hooks run in reverse order, so hooks that are registered
 * later run first.
 * @example const service = await useService({ sandboxes: true });
 */
export const useService = async (options?: BootOptions): Promise<TestService> => bootService(atEnd, options);

import { disableLinks, sayDisabled } from '../governance/answers/links.ts';
import { linkPolicyOf } from './link-policy.ts';
import type { Services } from './services.ts';

/** Operator runs as clients may render them: the results, which a model wrote, have no live link outside the policy. */
export const withSafeResults = async <T extends { readonly result?: string | undefined }>(
  services: Pick<Services, 'db' | 'settings'>,
  teamId: string,
  runs: readonly T[],
): Promise<T[]> => {
  const policy = await linkPolicyOf(services, teamId);
  return runs.map((run) =>
    run.result === undefined ? run : { ...run, result: sayDisabled(disableLinks(run.result, policy)) },
  );
};

/** The same of one run. */
export const withSafeResult = async <T extends { readonly result?: string | undefined }>(
  services: Pick<Services, 'db' | 'settings'>,
  teamId: string,
  run: T,
): Promise<T> => (await withSafeResults(services, teamId, [run]))[0]!;

import type { RunBody } from '../../contract/run.ts';
import { withSafeReasons } from '../../governance/answers/links-in-json.ts';
import { linkPolicyOf } from './link-policy.ts';
import type { Services } from '../services/services.ts';

/**
 * Returns runs in a form that clients may render. In reasons worded by a model, links to hosts outside the policy are disabled.
 */
export const safeRuns = async (
  services: Pick<Services, 'db' | 'settings'>,
  teamId: string,
  runs: readonly RunBody[],
): Promise<RunBody[]> => {
  const worded = runs.some(({ mode, reasons }) => mode === 'live' && reasons.length > 0);
  if (!worded) return [...runs];
  const policy = await linkPolicyOf(services, teamId);
  return runs.map((run) => withSafeReasons(run, policy));
};

/** Like {@link safeRuns}, but for one run. */
export const safeRun = async (
  services: Pick<Services, 'db' | 'settings'>,
  teamId: string,
  run: RunBody,
): Promise<RunBody> => (await safeRuns(services, teamId, [run]))[0]!;

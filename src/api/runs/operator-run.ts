import type { OperatorRunBody } from '../../contract/operator.ts';
import { disableLinks, sayDisabled } from '../../governance/answers/links.ts';
import type { EgressPolicy } from '../../governance/egress.ts';
import { linkPolicyOf } from './link-policy.ts';
import type { Services } from '../services/services.ts';

type Shown = Pick<OperatorRunBody, 'result'> & Partial<Pick<OperatorRunBody, 'steps' | 'pending_approval'>>;

/**
 * Returns operator runs in a form that clients may render. In results, and in steps and questions worded by a model or a page,
 * links to hosts outside the policy are disabled.
 */
export const withSafeResults = async <T extends Shown>(
  services: Pick<Services, 'db' | 'settings'>,
  teamId: string,
  runs: readonly T[],
): Promise<T[]> => {
  const policy = await linkPolicyOf(services, teamId);
  return runs.map((run) => ({
    ...run,
    ...(run.result !== undefined && { result: sayDisabled(disableLinks(run.result, policy)) }),
    ...(run.steps !== undefined && { steps: run.steps.map((step) => withSafeDetail(step, policy)) }),
    ...(run.pending_approval != null && { pending_approval: withSafeDetail(run.pending_approval, policy) }),
  }));
};

const withSafeDetail = <T extends { readonly detail: string }>(step: T, policy: EgressPolicy): T => ({
  ...step,
  detail: disableLinks(step.detail, policy).text,
});

/** Like {@link withSafeResults}, but for one run. */
export const withSafeResult = async <T extends Shown>(
  services: Pick<Services, 'db' | 'settings'>,
  teamId: string,
  run: T,
): Promise<T> => (await withSafeResults(services, teamId, [run]))[0]!;

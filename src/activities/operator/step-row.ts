import { activityInfo } from '@temporalio/activity';
import type { NewEntry } from '../../ledger/index.ts';
import type { StepStatus } from '../../runs/operator/steps.ts';
import type { Approval, DesktopCallInput } from './types.ts';

/** What the row of a step tells. */
export interface PerformedStep {
  /** Number of the step. */
  readonly n: number;
  /** Step number of the row. */
  readonly step: number;
  readonly action: string;
  readonly detail: string;
  readonly status: Exclude<StepStatus, 'begun'>;
  /** Digest of the picture that was kept, in hexadecimal. */
  readonly sha256: string | null;
  readonly ms?: Readonly<Record<string, number>> | undefined;
  readonly approval?: Approval | undefined;
}

/** The ledger row of a step: one for each number, whoever saw how the step ended. */
export const stepRow = (
  { run, desktop_id }: Pick<DesktopCallInput, 'run' | 'desktop_id'>,
  { n, step, action, detail, status, sha256, ms, approval }: PerformedStep,
): NewEntry => ({
  teamId: run.team_id,
  ledgerRef: run.run_id,
  step,
  action: `operator.${action}`,
  governance: status === 'refused' ? 'refused' : 'audited',
  summary: `Step ${n}: ${detail}${status === 'done' ? '' : ` (${status})`}`,
  detail: {
    n,
    action,
    detail,
    status,
    desktop_id,
    screenshot_sha256: sha256,
    ...(ms !== undefined && { ms: { ...ms } }),
    ...(approval !== undefined && { approval }),
  },
  idemKey: `${run.run_id}/action/${n}`,
  actor: { workflow_id: run.run_id, activity_id: activityInfo().activityId },
});

import { activityInfo } from '@temporalio/activity';
import { askedBy, type NewEntry } from '../../ledger/index.ts';
import type { StepStatus } from '../../runs/operator/steps.ts';
import type { Approval, DesktopCallInput } from './types.ts';

/** Content for a step's row. */
export interface PerformedStep {
  /** The step's number. */
  readonly n: number;
  /** The ledger row's step number. */
  readonly step: number;
  readonly action: string;
  readonly detail: string;
  readonly status: Exclude<StepStatus, 'begun'>;
  /** The stored picture's hexadecimal digest. */
  readonly sha256: string | null;
  readonly ms?: Readonly<Record<string, number>> | undefined;
  readonly approval?: Approval | undefined;
}

/** Returns a step's ledger row. Each number has a single row, regardless of which process reports the step's end. */
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
  actor: askedBy(run, { workflow_id: run.run_id, activity_id: activityInfo().activityId }),
});

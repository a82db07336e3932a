import { sql } from 'kysely';
import { DesktopLostError } from '../../desktop/index.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { desktopOfCall } from './desktop-of-run.ts';
import { observedAs } from './observed-as.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';

/**
 * Adopts this host's desktops whose worker is gone. A desktop may not get a call for minutes, because a person is being asked,
 * the model is thinking, or somebody has taken control. A desktop that is not adopted ends by itself after its grace period.
 * @returns how many were adopted
 */
export const adoptDesktops = async (deps: DesktopDependencies): Promise<number> => {
  const leases = await deps.db
    .selectFrom('sandbox_leases')
    .innerJoin('operator_runs', (join) =>
      join
        .onRef('operator_runs.id', '=', 'sandbox_leases.run')
        .onRef('operator_runs.team_id', '=', 'sandbox_leases.team_id'),
    )
    .select(['sandbox_leases.sandbox_id', 'operator_runs.input'])
    .select(sql<number>`(extract(epoch from sandbox_leases.ends_at - now()) * 1000)::float8`.as('left_ms'))
    .where('sandbox_leases.host', '=', deps.host)
    .where('sandbox_leases.profile', '=', 'desktop')
    .where('sandbox_leases.state', '=', 'claimed')
    .where('sandbox_leases.ends_at', '>', sql<Date>`now()`)
    .where('operator_runs.status', '=', 'running')
    .execute();
  const taken = await Promise.all(
    leases.map(async ({ sandbox_id: desktop_id, input, left_ms: lifetime_ms }) => {
      // This worker, or one that is about to stop, still holds the desktop.
      if (await deps.desktops.isHeld(desktop_id)) return false;
      return adopt(deps, { run: input as OperatorRunInput, desktop_id, lifetime_ms, step: 0 });
    }),
  );
  return taken.filter(Boolean).length;
};

const adopt = async (
  deps: DesktopDependencies,
  call: Parameters<typeof desktopOfCall>[1],
): Promise<boolean> => {
  try {
    await desktopOfCall(deps, observedAs(deps, call));
    return true;
  } catch (error) {
    if (error instanceof DesktopLostError) return false;
    throw error;
  }
};

import { loadConfig } from '../../src/config.ts';
import type { TeamVertical } from '../../src/contract/team-vertical.ts';
import { dayInIndia } from '../../src/governance/dates.ts';
import { modelSettings } from '../../src/model/settings.ts';
import { createTeamLiveRun } from '../../src/runs/team-verticals/live.ts';
import { startTeamLiveRun } from '../../src/runs/team-verticals/start-live.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { verticalThatApplies } from '../../src/store/rule-sets/verticals.ts';
import { someKey } from './actors.ts';
import type { StartedLiveRun } from './live.ts';
import type { TestService } from './service.ts';

/**
 * Starts a live run of a team's vertical as the API does, without its stream.
 * @param onCreated called with the run before its workflow is started
 */
export const startTeamLive = async (
  service: TestService,
  document: TeamVertical,
  value: Readonly<Record<string, unknown>>,
  onCreated: (run: StartedLiveRun) => void = () => undefined,
): Promise<StartedLiveRun> => {
  const config = loadConfig(service.env);
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  const { teamId } = service;
  const run = await service.database.db.transaction().execute(async (tx) => {
    const day = dayInIndia(new Date());
    const applied = (await verticalThatApplies(tx, { teamId, id: document.id, day }))!;
    const model = modelSettings(config)!;
    return createTeamLiveRun(tx, ring, { teamId, applied, case: value, model, askedBy: someKey });
  });
  const started = { id: run.run_id, ledgerRef: run.ledger_ref };
  onCreated(started);
  await startTeamLiveRun(service.engine, { taskQueue: config.TEMPORAL_TASK_QUEUE, run, deadlineMs: 10_000 });
  return started;
};

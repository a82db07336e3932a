import { loadConfig } from '../../src/config.ts';
import type { TeamVertical } from '../../src/contract/team-vertical.ts';
import { dayInIndia } from '../../src/governance/dates.ts';
import { modelSettings } from '../../src/model/settings.ts';
import { createTeamVerticalRun } from '../../src/runs/team-verticals/create.ts';
import { createTeamLiveRun, type NewTeamLiveRun } from '../../src/runs/team-verticals/live.ts';
import { startTeamLiveRun } from '../../src/runs/team-verticals/start-live.ts';
import { KeyRing } from '../../src/store/crypto/key-ring.ts';
import { verticalThatApplies } from '../../src/store/rule-sets/verticals.ts';
import { someKey } from './actors.ts';
import type { StartedLiveRun } from './live.ts';
import type { TestService } from './service.ts';

type Value = Readonly<Record<string, unknown>>;
type Create<Run> = (
  tx: Parameters<typeof createTeamLiveRun>[0],
  ring: KeyRing,
  run: NewTeamLiveRun,
) => Promise<Run>;

const stored = async <Run>(
  { env, database, teamId }: TestService,
  { id }: TeamVertical,
  value: Value,
  create: Create<Run>,
): Promise<Run> => {
  const config = loadConfig(env);
  const ring = new KeyRing(config.ENCRYPTION_KEYS, 'case-vault');
  return database.db.transaction().execute(async (tx) => {
    const applied = (await verticalThatApplies(tx, { teamId, id, day: dayInIndia(new Date()) }))!;
    const model = modelSettings(config)!;
    return create(tx, ring, { teamId, applied, case: value, model, askedBy: someKey });
  });
};

/** Stores a run of a team's vertical as the API does, without starting its workflow. @returns its id */
export const storeTeamRun = async (
  service: TestService,
  document: TeamVertical,
  value: Value,
  mode: 'simulated' | 'live',
): Promise<string> => {
  const create: Create<{ readonly run_id: string }> =
    mode === 'live' ? createTeamLiveRun : createTeamVerticalRun;
  return (await stored(service, document, value, create)).run_id;
};

/**
 * Starts a live run of a team's vertical as the API does, without its stream.
 * @param onCreated called with the run before its workflow is started
 */
export const startTeamLive = async (
  service: TestService,
  document: TeamVertical,
  value: Value,
  onCreated: (run: StartedLiveRun) => void = () => undefined,
): Promise<StartedLiveRun> => {
  const run = await stored(service, document, value, createTeamLiveRun);
  const started = { id: run.run_id, ledgerRef: run.ledger_ref };
  onCreated(started);
  const { TEMPORAL_TASK_QUEUE: taskQueue } = loadConfig(service.env);
  await startTeamLiveRun(service.engine, { taskQueue, run, deadlineMs: 10_000 });
  return started;
};

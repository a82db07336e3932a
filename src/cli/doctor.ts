import { checkContainers, checkDatabase, checkTemporalServer, checkService } from './checks/running.ts';
import type { CheckFinding } from './checks/finding.ts';
import { checkModels } from './checks/model.ts';
import { checkClock, checkDisk, checkPorts } from './checks/machine.ts';
import { checkGo, checkNode, checkNpm, checkPostgres, checkTemporal } from './checks/programs.ts';
import { readStartSettings } from '../provision/settings.ts';
import { readServiceFile } from '../provision/service-file.ts';
import { EXIT, table } from './outcome.ts';
import type { Outcome } from './outcome.ts';

/** The operating system's usual container engine address. */
const SYSTEM_ENGINE = 'unix:///var/run/docker.sock';

/** Checks the prerequisites for a start and, if it is up, the running service. Changes nothing. */
export const diagnose = async (env: NodeJS.ProcessEnv): Promise<Outcome> => {
  const settings = await readStartSettings(env);
  const service = await readServiceFile(settings.PRAMAAN_DATA_DIR);
  const running = await checkService(service);
  const isUp = running.state === 'ok';
  const findings = await Promise.all([
    checkNode(),
    checkNpm(),
    checkTemporal(env, settings),
    checkGo(env, settings),
    checkPostgres(settings),
    checkDisk(settings),
    checkPorts(settings, isUp),
    Promise.resolve(running),
    checkDatabase(settings.DATABASE_URL ?? service?.database_url, isUp),
    checkTemporalServer(settings.TEMPORAL_ADDRESS ?? service?.temporal_address, { env, isUp }),
    checkContainers(env['DOCKER_HOST'] || service?.docker_host || SYSTEM_ENGINE),
    checkClock(settings.DATABASE_URL ?? service?.database_url),
  ]);
  return outcomeOf(findings);
};

/** Checks only the configured models, by real calls. */
export const diagnoseModels = async (env: NodeJS.ProcessEnv, name: string | undefined): Promise<Outcome> =>
  outcomeOf(await checkModels(env, name));

const outcomeOf = (findings: readonly CheckFinding[]): Outcome => {
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  const marks = { ok: '✓', note: '·', wrong: '✗' } as const;
  const rows = findings.map(({ name, state, found, meaning }) => [marks[state], name, found, meaning]);
  return {
    code: wrong === 0 ? EXIT.ok : EXIT.foundWrong,
    json: { ok: wrong === 0, findings },
    text: `${table(rows)}\n\n${wrong === 0 ? 'No problems found.' : `${wrong} to fix (✗).`}`,
  };
};

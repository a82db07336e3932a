import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runDemo } from './demo.ts';
import { takeLock } from '../process/lock.ts';
import type { Lock } from '../process/lock.ts';
import { isReady } from './own-processes.ts';
import { explain, ProvisionError } from './problem.ts';
import { createProgress } from '../process/progress.ts';
import { readSecretFiles } from '../secret-files.ts';
import { readServiceFile } from './service-file.ts';
import { readStartSettings } from './settings.ts';
import { start, type Started } from './start.ts';
import { Supervisor } from './supervisor.ts';

const HELP = `npm start                 starts the service and everything that it needs, until Ctrl-C
npm start -- --demo       also runs a KYC case, prints its ledger and exits: 0 when the chain verifies

Settings (environment)    default
  PORT                    3000    the API
  HOST                    127.0.0.1
  DATABASE_URL            a Postgres server started here, on POSTGRES_PORT (5433)
  TEMPORAL_ADDRESS        a Temporal server started here, on TEMPORAL_PORT (7233), with its Web UI on TEMPORAL_UI_PORT (8233)
  ENCRYPTION_KEYS         generated at the first start
  PRAMAAN_DATA_DIR        var     data, logs, secrets.json, service.json
docs/operations.md lists all settings.
`;

/** Signals that arrive within this time count as one, because npm and the terminal may both forward the same Ctrl-C. */
const SAME_KEYSTROKE_MS = 1_000;

const out = (text: string): void => void process.stdout.write(`${text}\n`);

const summary = ({ service, signIn, hasProvider }: Started, dataDir: string, tookMs: number): string => `
Pramaan is up after ${(tookMs / 1000).toFixed(1)} s.
  API      ${service.url}
  Console  ${service.url}/console
  Key      ${service.api_key}
  Sign in  ${signIn ?? 'the local administrator was deactivated'}${hasProvider || signIn === null ? '' : '\n           works once, within ten minutes; another one: npm run pramaan -- people link --person …'}
  Web UI   ${service.temporal_ui_url === null ? "the Temporal server's own" : `${service.temporal_ui_url}, for auditors and administrators who are signed in`}
  Logs     ${join(dataDir, 'log')}

Try it:
  curl -sX POST -H 'Authorization: Bearer ${service.api_key}' ${service.url}/v1/workforce/verticals/kyc/runs
`;

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: { demo: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help === true) {
    out(HELP);
    return 0;
  }
  const began = Date.now();
  const { env, issues } = readSecretFiles(process.env);
  if (issues.length > 0) {
    throw new ProvisionError('A setting is wrong.', issues.map((issue) => issue.join(': ')).join('\n'));
  }
  const settings = await readStartSettings(env);
  const dataDir = settings.PRAMAAN_DATA_DIR;
  await mkdir(dataDir, { recursive: true });
  const lock = await takeLock(join(dataDir, 'start.lock'));
  if ('pid' in lock) return whileRunning(lock.pid, dataDir, values.demo === true);

  const progress = createProgress(process.stdout);
  const ended = Promise.withResolvers<number>();
  const giveUp = (problem: ProvisionError): void => {
    out(`\n${explain(problem)}`);
    ended.resolve(1);
  };
  const supervisor = new Supervisor(dataDir, { say: progress.say, giveUp });
  onStopRequest(
    () => ended.resolve(0),
    () => supervisor.kill(),
  );
  const work = async (): Promise<number> => {
    const started = await start(settings, env, progress, supervisor);
    const { service } = started;
    out(summary(started, dataDir, Date.now() - began));
    if (values.demo === true) return (await runDemo(service, out)) ? 0 : 1;
    out('Ctrl-C stops it.');
    return ended.promise;
  };
  try {
    return await Promise.race([work(), ended.promise]);
  } finally {
    await stopAll(supervisor, lock);
  }
};

const stopAll = async (supervisor: Supervisor, lock: Lock): Promise<void> => {
  out('\nStopping (press Ctrl-C again to kill everything at once)');
  await supervisor.stop(out);
  await lock.release();
};

/**
 * Handles a start while another one is already running. The demo can use the running service, but a second service would conflict
 * with it.
 */
const whileRunning = async (pid: number, dataDir: string, demo: boolean): Promise<number> => {
  const service = await readServiceFile(dataDir);
  const ready = service?.pid === pid && (await isReady(service.url));
  if (demo && ready) return (await runDemo(service, out)) ? 0 : 1;
  throw new ProvisionError(
    ready
      ? `Pramaan is already running (pid ${pid}): ${service.url}`
      : `Another start is in progress (pid ${pid}).`,
    `Stop it with Ctrl-C in its terminal, or with: kill ${pid}\n` +
      'To run a second service beside it, set PRAMAAN_DATA_DIR and the ports (0 picks any free port).',
  );
};

const onStopRequest = (stop: () => void, kill: () => void): void => {
  let since: number | undefined;
  const handle = (): void => {
    if (since === undefined) {
      since = Date.now();
      stop();
    } else if (Date.now() - since > SAME_KEYSTROKE_MS) {
      kill();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  // scripts/start.mjs holds the other end of this channel, so the channel closes if that process is killed.
  process.on('disconnect', handle);
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exitCode = 1;
}
process.exit();

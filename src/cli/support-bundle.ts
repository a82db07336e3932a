import { writeFile } from 'node:fs/promises';
import { arch, cpus, freemem, loadavg, release, totalmem, uptime } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { ProvisionError } from '../provision/problem.ts';
import { readServiceFile } from '../provision/service-file.ts';
import { type Where, withDatabase } from './connection.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { readHealth, readMetrics } from './support/answers.ts';
import { readDatabase } from './support/database.ts';
import { readRecentLogs } from './support/logs.ts';
import { describeSettings } from './support/settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const versions = () => ({
  pramaan: manifest.version,
  node: process.versions.node,
  platform: `${process.platform} ${release()} ${arch()}`,
  packages: manifest.dependencies,
});

const machine = () => ({
  cpus: cpus().length,
  load: loadavg(),
  memory_bytes: totalmem(),
  free_bytes: freemem(),
  up_seconds: Math.round(uptime()),
});

/** Where the workers of this environment serve their metrics. */
const workerUrl = (env: Environment): string | undefined => {
  const port = env['WORKER_METRICS_PORT'] ?? '';
  const host = env['WORKER_METRICS_HOST'] || '127.0.0.1';
  return port === '' || port === '0' ? undefined : `http://${host}:${port}`;
};

/**
 * Writes one JSON file about an installation, for support. It holds counts, states, versions and masked log lines: no content of a
 * row, no setting with a secret or a name, and no line that this service's logger did not write. A part that does not answer is
 * named as such, because that is when support is asked.
 * @throws ProvisionError if the file exists
 */
export const writeSupportBundle = async (
  env: Environment,
  where: Where,
  { out, lines }: { readonly out: string; readonly lines: string },
): Promise<Outcome> => {
  const count = Number(lines);
  if (!Number.isInteger(count) || count < 0)
    throw new ProvisionError('--lines is not a number.', 'Give a whole number, such as 500.');
  const service = await readServiceFile(where.dataDir);
  const url = env['PRAMAAN_URL'] || service?.url;
  const database = await withDatabase(where, async ({ pool }) => readDatabase(pool)).catch(
    (error: unknown) => ({ error: (error as { code?: string }).code ?? 'does not respond' }),
  );
  const bundle = {
    made_at: new Date().toISOString(),
    versions: versions(),
    machine: machine(),
    settings: describeSettings(env),
    health: await readHealth(url),
    database,
    metrics: {
      api: await readMetrics(url, env['METRICS_TOKEN']),
      worker: await readMetrics(workerUrl(env)),
    },
    logs: await readRecentLogs(join(where.dataDir, 'log'), count),
  };
  try {
    await writeFile(out, `${JSON.stringify(bundle, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    throw new ProvisionError(`${out} exists.`, 'Name another file.');
  }
  return {
    code: EXIT.ok,
    json: { file: out },
    text: `${out}: read it before you send it. It has no personal data and no secrets.`,
  };
};

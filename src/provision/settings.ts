import { resolve } from 'node:path';
import { z } from 'zod';
import { freePort } from './ports.ts';
import { ProvisionError } from './problem.ts';

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);

const schema = z.object({
  PRAMAAN_DATA_DIR: z.string().default('var'),
  DATABASE_URL: z.string().optional(),
  DATABASE_MIGRATION_URL: z.string().optional(),
  TEMPORAL_ADDRESS: z.string().optional(),
  TEMPORAL_UI_URL: z.string().optional(),
  ENCRYPTION_KEYS: z.string().optional(),
  DOCKER_HOST: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  TEMPORAL_PORT: port(7233),
  TEMPORAL_UI_PORT: port(8233),
  /** Whether our own Temporal server offers its Web UI, on a random loopback port and without a sign-in. */
  TEMPORAL_WEB_UI: z.enum(['on', 'off']).default('on'),
  POSTGRES_PORT: port(5433),
});

/** Names of the settings of `npm start`. */
export const startSettingNames: readonly string[] = Object.keys(schema.shape);

export type StartSettings = Readonly<z.output<typeof schema>>;

/**
 * Reads the settings of `npm start` itself from the environment. The service's own settings are defined in src/config.ts and
 * passed through. Port 0 means any free port, and is replaced with a free port's number here.
 * @throws ProvisionError naming each invalid variable
 */
export const readStartSettings = async (env: NodeJS.ProcessEnv): Promise<StartSettings> => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ProvisionError('Settings in the environment are not valid.', lines.join('\n'));
  }
  const settings = { ...parsed.data, PRAMAAN_DATA_DIR: resolve(parsed.data.PRAMAAN_DATA_DIR) };
  for (const name of ['PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'POSTGRES_PORT'] as const) {
    if (settings[name] === 0) settings[name] = await freePort();
  }
  return settings;
};

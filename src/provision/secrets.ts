import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivately } from './files.ts';
import { hasCode } from '../process/system-error.ts';
import { ProvisionError } from './problem.ts';

const schema = z.object({
  postgres_admin_password: z.string().min(16),
  postgres_service_password: z.string().min(16),
  /** Keys in the same format as ENCRYPTION_KEYS. */
  encryption_keys: z.string().regex(/^[a-z0-9-]+:[A-Za-z0-9+/=]{44}/),
});

export type Secrets = Readonly<z.output<typeof schema>>;

const REMEDY =
  'It holds the password of the database and the keys of the stored cases, so it cannot be recreated. Restore a copy of\n' +
  'it, or, to begin with an empty service and lose the stored data, move the whole data folder away: mv var var.old';

/**
 * Returns this installation's secrets, which are generated on the first start.
 * @throws ProvisionError when the file is damaged, or when it is missing although the database that needs it exists
 */
export const loadSecrets = async (dataDir: string): Promise<Secrets> => {
  const path = join(dataDir, 'secrets.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    if (await exists(join(dataDir, 'postgres/PG_VERSION')))
      throw new ProvisionError(`${path} is missing.`, REMEDY);
    const made = make();
    await writePrivately(path, made);
    return made;
  }
  const parsed = schema.safeParse(parse(text));
  if (!parsed.success) throw new ProvisionError(`${path} is damaged: its content is not valid.`, REMEDY);
  return parsed.data;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const make = (): Secrets => ({
  postgres_admin_password: randomBytes(24).toString('base64url'),
  postgres_service_password: randomBytes(24).toString('base64url'),
  encryption_keys: `k1:${randomBytes(32).toString('base64')}`,
});

import { mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writePrivately } from '../provision/files.ts';
import { hasCode } from '../process/system-error.ts';
import { ProvisionError } from '../provision/problem.ts';

const profileSchema = z.object({ url: z.string(), key: z.string() });
const fileSchema = z.object({ default: z.string(), profiles: z.record(z.string(), profileSchema) });

/** A remote service and a key for it. */
export type Profile = Readonly<z.output<typeof profileSchema>>;

const path = (): string =>
  join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'pramaan', 'profiles.json');

/**
 * Reads all profiles. @returns undefined if none was ever stored
 * @throws ProvisionError if the file cannot be read, so that nothing overwrites the keys in it
 */
const read = async (): Promise<z.output<typeof fileSchema> | undefined> => {
  let text: string;
  try {
    text = await readFile(path(), 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new ProvisionError(
      `${path()} cannot be read: ${(error as Error).message}`,
      'Check its permissions.',
    );
  }
  // A parser's message would quote the file, which contains keys.
  const parsed = fileSchema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  throw new ProvisionError(
    `${path()} does not contain profiles.`,
    'Correct the file, or move it away and run pramaan init again.',
  );
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Returns the profile with a name, or the oldest one.
 * @returns undefined if there are no profiles.
 * @throws ProvisionError if there is none with this name
 */
export const readProfile = async (name: string | undefined): Promise<Profile | undefined> => {
  const file = await read();
  if (name === undefined) return file?.profiles[file.default];
  const found = file?.profiles[name];
  if (found !== undefined) return found;
  throw new ProvisionError(
    `There is no profile ${name}.`,
    `Make it: pramaan init <url> --profile ${name}. Known profiles: ${Object.keys(file?.profiles ?? {}).join(', ') || 'none'}.`,
  );
};

/**
 * Stores a profile in a file that only its owner can read.
 * @returns the file
 */
export const writeProfile = async (name: string, profile: Profile): Promise<string> => {
  const file = (await read()) ?? { default: name, profiles: {} };
  await mkdir(dirname(path()), { recursive: true, mode: 0o700 });
  await writePrivately(path(), { ...file, profiles: { ...file.profiles, [name]: profile } });
  return path();
};

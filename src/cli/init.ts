import { createInterface } from 'node:readline/promises';
import { ProvisionError } from '../provision/problem.ts';
import { readGiven } from './given.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { writeProfile } from './profiles.ts';
import { withClient } from './service-client.ts';

/** Asks for a key without showing it; reads it from a pipe if there is no terminal. */
const askKey = async (): Promise<string> => {
  if (!process.stdin.isTTY) return (await readGiven('-')).trim();
  process.stderr.write('Key (not shown): ');
  const line = createInterface({ input: process.stdin, terminal: true });
  try {
    return (await line.question('')).trim();
  } finally {
    line.close();
    process.stderr.write('\n');
  }
};

/**
 * Stores a remote service as a profile after testing its key. A key is never an argument, which other users
 * could see.
 */
export const initProfile = async (
  url: string,
  key: string | undefined,
  { profile = 'default' }: { readonly profile?: string },
): Promise<Outcome> => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ProvisionError('This is not the address of a service.', 'Use pramaan init https://<host>.');
  const token = key ?? (await askKey());
  const me = await withClient({ url, key: token, dataDir: '' }, async (client) => client.call('getMe', {}));
  const file = await writeProfile(profile, { url, key: token });
  return {
    code: EXIT.ok,
    json: { profile, url, team: me.team, scopes: me.scopes, file },
    text: `Profile ${profile}: team ${me.team.name} at ${url}.\n  Stored in ${file}. Try: pramaan run list`,
  };
};

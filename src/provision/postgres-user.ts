import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { ProvisionError } from './problem.ts';

/** Describes how to run a program as a user that Postgres accepts. */
export interface RunAs {
  /** The user that must own the files; undefined if it is this process's own user. */
  readonly owner: Account | undefined;
  /** Options for spawn that make the process run as that user. */
  readonly spawnOptions: Account | Record<string, never>;
  /** Command to put before the program, if another program is needed to switch to that user. */
  readonly prefix: readonly string[];
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

const AS_OURSELVES: RunAs = { owner: undefined, spawnOptions: {}, prefix: [] };

const run = promisify(execFile);

/** Returns an existing account, because this program may not create one on the machine. */
const unprivileged = async (): Promise<Account> => {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (account === undefined) {
    throw new ProvisionError(
      'Postgres refuses to run as root, and there is no user postgres or nobody to run it as.',
      'Start as an ordinary user, or set DATABASE_URL to an existing Postgres.',
    );
  }
  return { uid: Number(account[2]), gid: Number(account[3]) };
};

/**
 * Returns how to run Postgres, which refuses to run as root. Root runs it as `postgres` or `nobody`. If that user has no access
 * to the checkout's folder (for example, in a home with mode 700), the process keeps one capability, which lets it enter
 * unreadable folders.
 * @param program a file that the process must be able to execute
 * @param folder a folder that it must be able to enter
 */
export const postgresUser = async (program: string, folder: string): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return AS_OURSELVES;
  const owner = await unprivileged();
  const become = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const test = ['sh', '-c', 'test -x "$0" && cd "$1"', program, folder];
  const reaches = async (prefix: readonly string[], options: object): Promise<boolean> => {
    const [command = 'sh', ...args] = [...prefix, ...test];
    return run(command, args, options).then(
      () => true,
      () => false,
    );
  };
  if (await reaches([], owner)) return { owner, spawnOptions: owner, prefix: [] };
  for (const capability of ['dac_read_search', 'dac_override']) {
    const keep = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
    // initdb calls access(2), which ignores an ordinary user's capabilities unless this bit is set.
    const prefix = [...become, ...keep, '--securebits=+no_setuid_fixup', '--'];
    if (await reaches(prefix, {})) return { owner, spawnOptions: {}, prefix };
  }
  throw new ProvisionError(
    `Postgres refuses to run as root, and the user it would run as cannot reach ${folder}.`,
    'Start as an ordinary user, move the checkout to a folder that others may enter (chmod o+x), or set DATABASE_URL.',
  );
};

import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { explain, Problem } from '../provision/problem.ts';
import type { Where } from './connection.ts';
import { diagnose } from './doctor.ts';
import { createKey, endKey, showKeys } from './keys.ts';
import type { NewKey } from './keys.ts';
import { verifyLedger } from './ledger.ts';
import { migrateDatabase } from './migrate.ts';
import { EXIT } from './outcome.ts';
import type { ExitCode, Outcome } from './outcome.ts';

interface Common {
  readonly json?: boolean;
}

const environment = process.env;
const where: Where = {
  databaseUrl: environment['DATABASE_URL'] === '' ? undefined : environment['DATABASE_URL'],
  dataDir: resolve(environment['PRAMAAN_DATA_DIR'] ?? 'var'),
};

let code: ExitCode = EXIT.ok;

/** Runs one command and prints what it has to say: one JSON object with --json, also when it could not run. */
const report = async ({ json = false }: Common, run: () => Promise<Outcome>): Promise<void> => {
  try {
    const outcome = await run();
    code = outcome.code;
    process.stdout.write(`${json ? JSON.stringify(outcome.json) : outcome.text}\n`);
  } catch (error) {
    code = EXIT.couldNotRun;
    const remedy = error instanceof Problem ? { remedy: error.remedy } : {};
    const message = error instanceof Error ? error.message : String(error);
    if (json) process.stdout.write(`${JSON.stringify({ error: message, ...remedy })}\n`);
    else process.stderr.write(`${explain(error)}\n`);
  }
};

const program = new Command('pramaan')
  .description(
    'Command line of a Pramaan service. Exit codes: 0 ok, 1 found something wrong, 2 could not run.',
  )
  .exitOverride();

const add = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one JSON object').exitOverride();

const TEAM = ['--team <name-or-id>', 'whose'] as const;

const keys = program.command('keys').description('API keys of a team');
add(keys, 'create', 'issue a key; makes the team if there is none of that name')
  .requiredOption(...TEAM)
  .option('--name <text>', 'what the key is for', 'command line')
  .option('--scopes <list>', 'comma separated (default: all but admin and codec)')
  .option('--expires-in-days <n>', 'default: never')
  .action(async (options: NewKey & Common) => report(options, async () => createKey(where, options)));
add(keys, 'list', 'keys of a team, newest first')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => showKeys(where, options.team)),
  );
add(keys, 'revoke', 'make a key stop working')
  .argument('<key-id>')
  .requiredOption(...TEAM)
  .action(async (keyId: string, options: { team: string } & Common) =>
    report(options, async () => endKey(where, options.team, keyId)),
  );

const ledger = program.command('ledger').description('the hash chain of a team');
add(ledger, 'verify', 'recompute the whole chain')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => verifyLedger(where, options.team)),
  );

add(program, 'migrate', 'bring the tables of DATABASE_MIGRATION_URL up to date').action(
  async (options: Common) =>
    report(options, async () =>
      migrateDatabase(environment['DATABASE_MIGRATION_URL'] ?? environment['DATABASE_URL']),
    ),
);

add(program, 'doctor', 'what is there, what is missing, what it means').action(async (options: Common) =>
  report(options, async () => diagnose(environment)),
);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // commander has printed its message already; help that was asked for is no failure.
  code = error.exitCode === 0 ? EXIT.ok : EXIT.couldNotRun;
  if (code !== EXIT.ok && process.argv.includes('--json'))
    process.stdout.write(`${JSON.stringify({ error: error.message.replace(/^error: /, '') })}\n`);
}
process.exitCode = code;

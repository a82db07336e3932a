import { resolve } from 'node:path';
import { Command, CommanderError } from 'commander';
import { explain, ProvisionError } from '../provision/problem.ts';
import { readSecretFiles } from '../secret-files.ts';
import type { RestoreOptions } from './restore.ts';
import type { Where } from './connection.ts';
import type { NewKey } from './keys.ts';
import type { ExportOptions } from './export.ts';
import type { SetAsideOptions } from './ledger-owner.ts';
import { EXIT, type ExitCode, type Outcome } from './outcome.ts';
import type { NewPerson, RolesOptions, SessionsOptions } from './people.ts';
import type { SealOptions } from './segments.ts';
import type { ListOptions } from './records.ts';
import type { ImportOptions } from './records-import.ts';
import type { VerifyOptions } from './evidence.ts';
import type { ApiAccess } from './locate-service.ts';
import { addDeveloperCommands } from './developer-commands.ts';
import { addServiceCommands } from './service-commands.ts';

interface Common {
  readonly json?: boolean;
}

const { env: environment, issues } = readSecretFiles(process.env);
const where: Where = {
  databaseUrl: environment['DATABASE_URL'] === '' ? undefined : environment['DATABASE_URL'],
  dataDir: resolve(environment['PRAMAAN_DATA_DIR'] ?? 'var'),
};

/** How commands find a service. `profile` is known once the options have been parsed. */
const access: ApiAccess & { profile: string | undefined } = {
  profile: environment['PRAMAAN_PROFILE'] === '' ? undefined : environment['PRAMAAN_PROFILE'],
  url: environment['PRAMAAN_URL'] === '' ? undefined : environment['PRAMAAN_URL'],
  key: environment['PRAMAAN_KEY'] === '' ? undefined : environment['PRAMAAN_KEY'],
  dataDir: where.dataDir,
};

let code: ExitCode = EXIT.ok;

/** Runs a command and prints its outcome. With --json, prints one JSON object, even if the command could not run. */
const report = async ({ json = false }: Common, run: () => Promise<Outcome>): Promise<void> => {
  try {
    if (issues.length > 0)
      throw new ProvisionError('A setting is wrong.', issues.map((issue) => issue.join(': ')).join('\n'));
    const outcome = await run();
    code = outcome.code;
    const text = json ? JSON.stringify(outcome.json) : outcome.text;
    // If a command's outcome has no text, the command has already written its output, and nothing may follow it.
    if (text !== '') process.stdout.write(`${text}\n`);
  } catch (error) {
    code = EXIT.couldNotRun;
    const remedy = error instanceof ProvisionError ? { remedy: error.remedy } : {};
    const message = error instanceof Error ? error.message : String(error);
    if (json) process.stdout.write(`${JSON.stringify({ error: message, ...remedy })}\n`);
    else process.stderr.write(`${explain(error)}\n`);
  }
};

const program = new Command('pramaan')
  .description(
    'Command line for a Pramaan service. Exit codes: 0 ok, 1 a check failed, 2 the command could not run.',
  )
  .option('--profile <name>', 'the remote service to use (see init)')
  .hook('preAction', () => {
    access.profile = program.opts<{ profile?: string }>().profile ?? access.profile;
  })
  .exitOverride();

const add = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one JSON object').exitOverride();

const TEAM = ['--team <name-or-id>', 'the team'] as const;

const keys = program.command('keys').description("manage a team's API keys");
add(keys, 'create', 'issue a key; creates the team if it does not exist')
  .requiredOption(...TEAM)
  .option('--name <text>', 'what the key is for', 'command line')
  .option('--scopes <list>', 'comma-separated (default: all except admin and codec)')
  .option('--expires-in-days <n>', 'default: never')
  .action(async (options: NewKey & Common) =>
    report(options, async () => (await import('./keys.ts')).createKey(where, options)),
  );
add(keys, 'list', "list a team's keys, newest first")
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./keys.ts')).showKeys(where, options.team)),
  );
add(keys, 'revoke', 'revoke a key')
  .argument('<key-id>')
  .requiredOption(...TEAM)
  .action(async (keyId: string, options: { team: string } & Common) =>
    report(options, async () => (await import('./keys.ts')).endKey(where, options.team, keyId)),
  );

const RING = ['--setting <name>', 'ENCRYPTION_KEYS or LEDGER_SIGNING_KEYS', 'ENCRYPTION_KEYS'] as const;
const ring = program.command('ring').description('make and wrap the keys of a ring by KEY_PROVIDER');
add(ring, 'add', 'print the ring of this environment with a new key in front')
  .requiredOption('--id <id>', 'such as k2')
  .option(...RING)
  .action(async (options: { id: string; setting: string } & Common) =>
    report(options, async () => (await import('./key-ring.ts')).addKey(environment, options)),
  );
add(ring, 'rewrap', 'print the ring of this environment with each key wrapped again')
  .option(...RING)
  .option('--from <provider>', 'what wrapped the keys so far: env if nothing did')
  .action(async (options: { setting: string; from?: string } & Common) =>
    report(options, async () => (await import('./key-ring.ts')).wrapAgain(environment, options)),
  );

const people = program.command('people').description('manage the people who sign in');
const PERSON = ['--person <id>', 'the person, as people list shows it'] as const;
add(people, 'add', 'add a person')
  .requiredOption(...TEAM)
  .requiredOption('--name <text>', "the person's name")
  .requiredOption('--roles <list>', 'comma-separated, such as reviewer,auditor')
  .option('--subject <sub>', "the person's sub at the identity provider")
  .option('--issuer <url>', 'the identity provider', environment['OIDC_ISSUER'])
  .action(async (options: NewPerson & Common) =>
    report(options, async () => (await import('./people.ts')).createPerson(where, options)),
  );
add(people, 'list', "list a team's people, newest first")
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./people.ts')).showPeople(where, options.team)),
  );
add(people, 'roles', "change a person's roles")
  .requiredOption(...PERSON)
  .option('--roles <list>', 'comma-separated; these count whatever the identity provider says')
  .option('--from-provider', 'take them from the identity provider again')
  .action(async (options: RolesOptions & Common) =>
    report(options, async () => (await import('./people.ts')).changeRolesOf(where, options)),
  );
add(people, 'link', 'make a link that signs in a person once, within ten minutes')
  .requiredOption(...PERSON)
  .action(async (options: { person: string } & Common) =>
    report(options, async () =>
      (await import('./people.ts')).linkPerson(
        where,
        options.person,
        environment['PUBLIC_BASE_URL'] || undefined,
      ),
    ),
  );
add(people, 'sessions', 'list who is signed in, and end a session')
  .option('--team <name-or-id>', 'the team (default: default)')
  .option('--person <id>', 'only this person')
  .option('--end <session-id>', 'end this session first')
  .action(async (options: SessionsOptions & Common) =>
    report(options, async () => (await import('./people.ts')).showSessions(where, options)),
  );
add(people, 'deactivate', "end a person's sessions and refuse new ones")
  .requiredOption(...PERSON)
  .action(async (options: { person: string } & Common) =>
    report(options, async () => (await import('./people.ts')).setActiveOf(where, options.person, false)),
  );
add(people, 'reactivate', 'let a deactivated person sign in again')
  .requiredOption(...PERSON)
  .action(async (options: { person: string } & Common) =>
    report(options, async () => (await import('./people.ts')).setActiveOf(where, options.person, true)),
  );

const ledger = program.command('ledger').description("verify, export and maintain a team's hash chain");
add(ledger, 'verify', 'recompute the whole chain and compare it with its signed checkpoints')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./ledger.ts')).verifyLedger(where, options.team)),
  );

const egress = program.command('egress').description("manage the hosts that a team's desktops may reach");
add(egress, 'list', 'list the hosts that a team may reach in addition to EGRESS_ALLOW')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./egress.ts')).showEgress(where, options.team)),
  );
add(egress, 'allow', 'let a team reach a host, or all subdomains of one')
  .argument('<host>', 'such as portal.example.in or *.example.in')
  .requiredOption(...TEAM)
  .action(async (host: string, options: { team: string } & Common) =>
    report(options, async () => (await import('./egress.ts')).allowEgress(where, options.team, host)),
  );
add(egress, 'withdraw', "remove a host from a team's list")
  .argument('<host>')
  .requiredOption(...TEAM)
  .action(async (host: string, options: { team: string } & Common) =>
    report(options, async () => (await import('./egress.ts')).withdrawEgress(where, options.team, host)),
  );

const models = program.command('models').description('manage the models that a team may use');
add(models, 'list', 'list the models that a team may use')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./models.ts')).showModels(where, options.team)),
  );
add(models, 'limit', 'let a team use only these models')
  .argument('<model...>', 'names from MODELS, or MODEL_NAME')
  .requiredOption(...TEAM)
  .action(async (names: readonly string[], options: { team: string } & Common) =>
    report(options, async () => (await import('./models.ts')).limitModels(where, options.team, names)),
  );
add(models, 'unlimit', 'let a team use all models')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./models.ts')).limitModels(where, options.team, undefined)),
  );

const safety = program.command('safety').description('show what a team has suspended, and who may resume it');
add(safety, 'list', 'list what a team has suspended')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./safety.ts')).showSuspended(where, options.team)),
  );
add(safety, 'two-people', 'require somebody else than the one who suspended to resume')
  .requiredOption(...TEAM)
  .option('--off', 'let the same person resume again')
  .action(async (options: { team: string; off?: boolean } & Common) =>
    report(options, async () =>
      (await import('./safety.ts')).setTwoPeople(where, options.team, options.off !== true),
    ),
  );

add(ledger, 'export', 'export the chain, or a part of it, for an auditor')
  .requiredOption(...TEAM)
  .option('--out <file>', 'default: standard output')
  .option('--format <name>', 'jsonl or ocsf', 'jsonl')
  .option('--ref <ledger_ref>', 'the rows of one ledger_ref, each with its proof')
  .option('--from <time>', 'rows written at or after this time')
  .option('--to <time>', 'rows written before this time')
  .option('--under <size>', 'prove against the checkpoint of this size (default: the latest)')
  .action(async (options: ExportOptions & Common) =>
    report(options, async () => (await import('./export.ts')).exportLedger(where, options)),
  );

const owner = environment['DATABASE_MIGRATION_URL'] ?? environment['DATABASE_URL'];
const KEY = ['--key <file>', "the log's verifier keys"] as const;
add(ledger, 'seal', 'write the oldest rows to a file, verify it, and record it in the chain')
  .requiredOption(...TEAM)
  .requiredOption(...KEY)
  .requiredOption('--out <folder>', 'folder for the file')
  .option('--older-than-days <n>', 'at least 180', '365')
  .action(async (options: SealOptions & Common) =>
    report(options, async () => (await import('./segments.ts')).sealOldest(owner, options)),
  );
add(ledger, 'prune', 'delete the rows of a sealed file from the database')
  .requiredOption(...TEAM)
  .requiredOption(...KEY)
  .requiredOption('--file <file>', 'the file that seal wrote')
  .action(async (options: { team: string; key: string; file: string } & Common) =>
    report(options, async () => (await import('./segments.ts')).pruneSealed(owner, options)),
  );

add(ledger, 'publish-keys', "publish this environment's signing keys and retire all others").action(
  async (options: Common) =>
    report(options, async () => (await import('./ledger-owner.ts')).publishSigningKeys(owner, environment)),
);
add(ledger, 'set-aside', "set aside a checkpoint that none of the log's keys signed, and record it")
  .requiredOption(...TEAM)
  .requiredOption('--size <rows>', "the checkpoint's size, as shown by ledger verify")
  .option('--reason <text>', 'recorded', 'no key of the log signed it')
  .action(async (options: SetAsideOptions & Common) =>
    report(options, async () => (await import('./ledger-owner.ts')).setAsideCheckpoint(owner, options)),
  );

const webhooks = program
  .command('webhooks')
  .description("manage the webhooks of a key's team through the API (PRAMAAN_URL, PRAMAAN_KEY)");
add(webhooks, 'list', 'list the webhooks').action(async (options: Common) =>
  report(options, async () => (await import('./webhooks.ts')).showWebhooks(access)),
);
add(webhooks, 'create', 'have events delivered to an address; prints the secret')
  .argument('<url>')
  .option('--events <list>', 'comma-separated types (default: all)')
  .action(async (url: string, options: { events?: string } & Common) =>
    report(options, async () => (await import('./webhooks.ts')).createWebhook(access, url, options)),
  );
add(webhooks, 'delete', 'delete a webhook')
  .argument('<id>')
  .action(async (id: string, options: Common) =>
    report(options, async () => (await import('./webhooks.ts')).deleteWebhook(access, id)),
  );
add(webhooks, 'test', 'send a test event')
  .argument('<id>')
  .action(async (id: string, options: Common) =>
    report(options, async () => (await import('./webhooks.ts')).testWebhook(access, id)),
  );
add(webhooks, 'deliveries', "list a webhook's latest deliveries")
  .argument('<id>')
  .action(async (id: string, options: Common) =>
    report(options, async () => (await import('./webhooks.ts')).showDeliveries(access, id)),
  );

const documents = program
  .command('documents')
  .description('upload documents of cases through the API (PRAMAAN_URL, PRAMAAN_KEY)');
add(documents, 'upload', 'upload files as one document, in their order')
  .argument('<file...>')
  .action(async (files: readonly string[], options: Common) =>
    report(options, async () => (await import('./documents.ts')).uploadDocument(access, files)),
  );
add(documents, 'get', 'show what is known about a document')
  .argument('<id>')
  .action(async (id: string, options: Common) =>
    report(options, async () => (await import('./documents.ts')).showDocument(access, id)),
  );

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];
const FILTER = ['--filter <name=value>', 'such as status=queued; may be repeated', collect] as const;

const records = program
  .command('records')
  .description("import, list and export a team's records through the API (PRAMAAN_URL, PRAMAAN_KEY)");
add(records, 'import', 'import CSV or JSON Lines; - reads standard input')
  .argument('[kind]', 'policies, hospitals, accounts or callers')
  .argument('[file]')
  .option('--dry-run', 'check the file and write nothing')
  .option('--partial', 'write the rows that can be read')
  .option('--column <header=column>', 'name the column of a header; may be repeated', collect)
  .option('--delimiter <char>', ', ; | or tab (default: found in the header)')
  .option('--idempotency-key <key>', 'makes a repeated import return the first report')
  .option('--demo-records', 'write the built-in demo records to the database instead of a file')
  .option('--team <name-or-id>', 'the team that gets the demo records')
  .action(
    async (
      kind: string | undefined,
      file: string | undefined,
      options: ImportOptions & Common & { demoRecords?: boolean; team?: string },
    ) =>
      report(options, async () => {
        if (options.demoRecords === true && options.team !== undefined)
          return (await import('./record-keys.ts')).writeDemoRecords(
            where,
            options.team,
            (await (await import('../open-keys.ts')).openKeys(environment))['ENCRYPTION_KEYS'],
          );
        if (options.demoRecords !== true && kind !== undefined && file !== undefined)
          return (await import('./records-import.ts')).importRecords(access, kind, file, options);
        throw new ProvisionError(
          'There is nothing to import.',
          'Use records import <kind> <file>, or records import --demo-records --team <name>.',
        );
      }),
  );
add(records, 'list', 'list one page of records')
  .argument('<kind>')
  .option(...FILTER)
  .option('--limit <n>', '1 to 100')
  .option('--cursor <text>', 'the next page')
  .action(async (kind: string, options: ListOptions & Common) =>
    report(options, async () => (await import('./records.ts')).showRecords(access, kind, options)),
  );
add(records, 'export', 'export records as CSV')
  .argument('<kind>')
  .option(...FILTER)
  .option('--out <file>', 'default: standard output')
  .action(async (kind: string, options: { filter?: readonly string[]; out?: string } & Common) =>
    report(options, async () => (await import('./records.ts')).exportRecords(access, kind, options)),
  );
add(records, 'digests', 'count the digests that each encryption key has made')
  .requiredOption(...TEAM)
  .action(async (options: { team: string } & Common) =>
    report(options, async () => (await import('./record-keys.ts')).showDigests(where, options.team)),
  );

const rules = program
  .command('rules')
  .description('write the terms of a product as a rule set, and try them offline');
add(rules, 'show', 'print a rule set that comes with the service')
  .argument('<id>', 'standard-health, kyc-rules, it-rules, support-rules or voice-rules')
  .action(async (id: string, options: Common) =>
    report(options, async () => (await import('./rules.ts')).showRuleSet(id)),
  );
add(rules, 'check', 'check a draft and run the tests that it contains')
  .argument('<file>')
  .action(async (file: string, options: Common) =>
    report(options, async () => (await import('./rules.ts')).checkDraft(file)),
  );
add(rules, 'try', 'adjudicate claims, one JSON object a line, under a product')
  .argument('<rule-set>')
  .argument('<claims>')
  .action(async (file: string, claims: string, options: Common) =>
    report(options, async () => (await import('./rules-try.ts')).tryClaims(file, claims)),
  );
add(rules, 'compare', 'show what a later version would have decided differently')
  .argument('<before>')
  .argument('<after>')
  .argument('<claims>')
  .action(async (before: string, after: string, claims: string, options: Common) =>
    report(options, async () => (await import('./rules-compare.ts')).compareRules(before, after, claims)),
  );

add(program, 'verify', 'check an export, or only receipts, offline; - reads standard input')
  .argument('[export]')
  .option('--key <file>', "the log's verifier keys", collect)
  .option('--checkpoint <file>', 'a signed checkpoint kept elsewhere', collect)
  .option('--receipt <file>', 'a receipt that a client kept', collect)
  .action(async (file: string | undefined, options: VerifyOptions & Common) =>
    report(options, async () =>
      file === undefined
        ? (await import('./verify-receipts.ts')).verifyReceipts(options)
        : (await import('./verify-export.ts')).verifyFile(file, options),
    ),
  );

const connectors = program
  .command('connectors')
  .description("look at a team's connectors, through the service in PRAMAAN_URL with PRAMAAN_KEY");
add(connectors, 'list', 'list the connectors, and whether they answer').action(async (options: Common) =>
  report(options, async () => (await import('./connectors.ts')).showConnectors(access)),
);
add(connectors, 'test', 'make one call through a connector, or show what an event would become')
  .argument('<name>')
  .option('--key <text>', 'number of a policy or account, name of a hospital, or recipient')
  .option('--event <file>', 'JSON file with an event, for a connector that receives them')
  .action(async (name: string, options: { key?: string; event?: string } & Common) =>
    report(options, async () => (await import('./connectors.ts')).tryConnector(access, name, options)),
  );

add(program, 'erase', 'destroy the key of a stored case, code or document')
  .requiredOption(...TEAM)
  .requiredOption('--ref <ledger_ref>', 'what to erase')
  .option('--reason <text>', 'recorded; identifiers are masked', 'not given')
  .action(async (options: { team: string; ref: string; reason: string } & Common) =>
    report(options, async () => (await import('./erase.ts')).eraseStored(where, options)),
  );

add(program, 'migrate', 'update the tables in DATABASE_MIGRATION_URL').action(async (options: Common) =>
  report(options, async () =>
    (await import('./migrate.ts')).migrateDatabase(
      environment['DATABASE_MIGRATION_URL'] ?? environment['DATABASE_URL'],
    ),
  ),
);

add(program, 'backup', 'take a base backup of the database server in DATABASE_MIGRATION_URL while it runs')
  .requiredOption('--out <folder>', 'folder in which the backup gets a folder of its own')
  .action(async (options: { out: string } & Common) =>
    report(options, async () => (await import('./backup.ts')).backUp(owner, environment, options)),
  );
add(program, 'restore', 'make a data folder of Postgres from a backup')
  .requiredOption('--from <folder>', 'a backup')
  .requiredOption('--to <folder>', 'the data folder, which must be empty')
  .option('--wal <folder>', 'the folder of the archived WAL')
  .option('--until <time>', 'the moment to restore, such as 2027-01-31T09:30:00Z (default: the latest)')
  .action(async (options: RestoreOptions & Common) =>
    report(options, async () => (await import('./restore.ts')).restore(environment, options)),
  );

const release = program
  .command('release')
  .description('put releases of the workers in service (WORKER_DEPLOYMENT)');
add(release, 'list', 'list the releases, and which may be stopped').action(async (options: Common) =>
  report(options, async () => (await import('./releases.ts')).showReleases(environment)),
);
add(release, 'promote', 'begin new runs on a release; open runs end where they began')
  .argument('<build>', 'such as 0.3.0')
  .option('--percent <n>', 'begin only a share of new runs on it')
  .action(async (build: string, options: { percent?: string } & Common) =>
    report(options, async () =>
      (await import('./releases.ts')).promoteRelease(environment, { ...options, build }),
    ),
  );

add(program, 'doctor', 'check what this machine has and lacks, and how to fix it')
  .option('--model [name]', 'instead check the configured models, or one of them, by real calls')
  .action(async (options: { model?: string | true } & Common) =>
    report(options, async () => {
      const { model } = options;
      if (model === undefined) return (await import('./doctor.ts')).diagnose(environment);
      return (await import('./doctor.ts')).diagnoseModels(environment, model === true ? undefined : model);
    }),
  );

add(
  program,
  'support-bundle',
  'write a file about this installation for support, without personal data or secrets',
)
  .requiredOption('--out <file>', 'the file to write, which must not exist')
  .option('--lines <n>', 'newest log lines of each process', '500')
  .action(async (options: { out: string; lines: string } & Common) =>
    report(options, async () =>
      (await import('./support-bundle.ts')).writeSupportBundle(environment, where, options),
    ),
  );

const surroundings = { program, add, report, access: () => access };
addServiceCommands(surroundings);
addDeveloperCommands(surroundings);

try {
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // commander has already printed its message. Showing requested help is not a failure.
  code = error.exitCode === 0 ? EXIT.ok : EXIT.couldNotRun;
  if (code !== EXIT.ok && process.argv.includes('--json'))
    process.stdout.write(`${JSON.stringify({ error: error.message.replace(/^error: /, '') })}\n`);
}
process.exitCode = code;

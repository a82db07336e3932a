import type { Command } from 'commander';
import { addEvalCommands } from './eval-commands.ts';
import type { ApiAccess } from './locate-service.ts';
import type { Outcome } from './outcome.ts';
import type { Decision } from './reviews.ts';
import type { ListOptions, RunOptions } from './runs.ts';

interface Common {
  readonly json?: boolean;
}

/** The commands' dependencies on the program that they are added to. */
export interface Surroundings {
  readonly program: Command;
  readonly add: (parent: Command, name: string, description: string) => Command;
  readonly report: (common: Common, run: () => Promise<Outcome>) => Promise<void>;
  readonly access: () => ApiAccess;
}

export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

/** Adds the commands for a remote service, which need only one of its keys. */
export const addServiceCommands = (given: Surroundings): void => {
  const { program, add, report, access } = given;
  add(program, 'init', 'store a remote service and its key as a profile')
    .argument('<url>')
    .action(async (url: string, options: Common) =>
      report(options, async () => {
        const { key, profile } = access();
        return (await import('./init.ts')).initProfile(url, key, profile === undefined ? {} : { profile });
      }),
    );
  add(program, 'completion', 'print a completion script: source <(pramaan completion bash)')
    .argument('<shell>', 'bash or zsh')
    .action(async (shell: string, options: Common) =>
      report(options, async () => (await import('./completion.ts')).printCompletion(program, shell)),
    );
  addRunCommands(given);
  addReviewCommands(given);
  addAskCommands(given);
  addEvalCommands(given);
};

const addRunCommands = ({ program, add, report, access }: Surroundings): void => {
  const runs = program.command('run').description('start, follow and cancel runs of a service');
  add(runs, 'start', 'start a run')
    .argument('<vertical>', 'kyc, it, support or voice')
    .option('--case <file>', 'JSON file with the case; - reads standard input (default: the sample case)')
    .option('--live', 'let a model work the case, and watch it')
    .option('--wait', 'wait until the run has ended; exits with 1 if it failed')
    .option('--idempotency-key <key>', 'makes a repeated start return the first run')
    .action(async (vertical: string, options: RunOptions & Common) =>
      report(options, async () => (await import('./runs.ts')).startRun(access(), vertical, options)),
    );
  add(runs, 'show', 'show a run')
    .argument('<id>')
    .action(async (id: string, options: Common) =>
      report(options, async () => (await import('./runs.ts')).showRun(access(), id)),
    );
  add(runs, 'wait', 'wait until a run has ended; exits with 1 if it failed, with 2 if it did not end in time')
    .argument('<id>')
    .option('--timeout <seconds>', 'how long to wait', '600')
    .action(async (id: string, options: { timeout?: string } & Common) =>
      report(options, async () => (await import('./runs.ts')).waitForRun(access(), id, options)),
    );
  add(runs, 'watch', 'show each step of a run as it happens; exits with 1 if it failed')
    .argument('<id>')
    .action(async (id: string, options: Common) =>
      report(options, async () => (await import('./runs.ts')).watchRun(access(), id, options)),
    );
  add(runs, 'list', 'list the newest runs')
    .option('--vertical <id>', 'only runs of this vertical')
    .option('--status <name>', 'running, succeeded or error')
    .option('--limit <n>', 'how many', '20')
    .action(async (options: ListOptions & Common) =>
      report(options, async () => (await import('./runs.ts')).listRuns(access(), options)),
    );
  add(runs, 'cancel', 'cancel a run')
    .argument('<id>')
    .action(async (id: string, options: Common) =>
      report(options, async () => (await import('./runs.ts')).cancelRun(access(), id)),
    );
};

const addReviewCommands = ({ program, add, report, access }: Surroundings): void => {
  const reviews = program.command('review').description('list, claim and decide reviews of a service');
  add(reviews, 'list', 'list reviews, the one that is due first on top')
    .option('--state <name>', 'open, claimed, decided or expired')
    .action(async (options: { state?: string } & Common) =>
      report(options, async () => (await import('./reviews.ts')).listReviews(access(), options)),
    );
  add(reviews, 'show', 'show a review')
    .argument('<id>')
    .action(async (id: string, options: Common) =>
      report(options, async () => (await import('./reviews.ts')).showReview(access(), id)),
    );
  add(reviews, 'claim', 'claim a review, so that nobody else works on it')
    .argument('<id>')
    .action(async (id: string, options: Common) =>
      report(options, async () => (await import('./reviews.ts')).claimReview(access(), id)),
    );
  add(reviews, 'decide', 'decide a review')
    .argument('<id>')
    .argument('<option>', 'one of its options')
    .option('--reason <text>', 'what the customer is told')
    .option('--note <text>', 'for colleagues')
    .action(async (id: string, option: string, options: Decision & Common) =>
      report(options, async () => (await import('./reviews.ts')).decideReview(access(), id, option, options)),
    );
};

const addAskCommands = ({ program, add, report, access }: Surroundings): void => {
  add(program, 'scan', 'mask the identifiers in a text')
    .argument('[file]', '- reads standard input', '-')
    .action(async (file: string, options: Common) =>
      report(options, async () => (await import('./ask.ts')).scanText(access(), file)),
    );
  add(program, 'extract', 'extract the fields of a document')
    .argument('<file>')
    .option('--type <name>', 'pan, aadhaar, gstin, invoice, bank or auto', 'auto')
    .action(async (file: string, options: { type?: string } & Common) =>
      report(options, async () => (await import('./ask.ts')).extractFrom(access(), file, options)),
    );
  add(program, 'code', 'run code in a sandbox; exits with 1 if the code fails')
    .argument('<file>', '- reads standard input')
    .option('--language <name>', 'python or bash')
    .action(async (file: string, options: { language?: string } & Common) =>
      report(options, async () => (await import('./ask.ts')).runCode(access(), file, options)),
    );
  add(program, 'task', 'give an agent a task')
    .argument('<task>')
    .option('--file <path>', 'a file that it may read; may be repeated', collect)
    .action(async (task: string, options: { file?: readonly string[] } & Common) =>
      report(options, async () => (await import('./ask.ts')).runTask(access(), task, options)),
    );
  add(program, 'analyze', 'ask a question about a dataset')
    .argument('<question>')
    .requiredOption('--data <file>', 'CSV, JSON, Excel or Parquet')
    .action(async (question: string, options: { data: string } & Common) =>
      report(options, async () => (await import('./ask.ts')).analyzeData(access(), question, options)),
    );
  add(program, 'operator', 'let an operator work on a desktop')
    .argument('<task>')
    .option('--url <address>', 'the page to open first')
    .action(async (task: string, options: { url?: string } & Common) =>
      report(options, async () => (await import('./ask.ts')).runOperator(access(), task, options)),
    );
};

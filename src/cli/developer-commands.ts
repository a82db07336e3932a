import type { DecideOptions } from './acts.ts';
import type { OpenOptions, RunOptions } from './sandboxes.ts';
import { collect, type Surroundings } from './service-commands.ts';

interface Common {
  readonly json?: boolean;
}

/** Adds the commands for programs and agents that developers run. */
export const addDeveloperCommands = ({ program, add, report, access }: Surroundings): void => {
  add(program, 'decide', 'ask whether an agent may act; exits with 1 unless it may')
    .argument('<agent>')
    .argument('<action>')
    .requiredOption('--resource <name>', 'what it acts on')
    .option('--session <id>', 'your id for the conversation or job')
    .option('--input <file>', 'JSON file with the arguments of the act; - reads standard input')
    .option('--wait', 'wait while a person decides')
    .action(async (agent: string, action: string, options: DecideOptions & Common) =>
      report(options, async () => (await import('./acts.ts')).decideAct(access(), agent, action, options)),
    );
  const sandboxes = program.command('sandbox').description('keep a sandbox open, and run programs in it');
  add(sandboxes, 'open', 'open a sandbox, and print its id')
    .option('--data', 'have numpy, pandas and matplotlib loaded')
    .option('--memory <mib>', 'memory limit, 256 to 2048')
    .option('--idle <seconds>', 'after how long without a program it ends')
    .option('--env <name[=value]>', 'an environment variable; may be repeated', collect)
    .action(async (options: OpenOptions & Common) =>
      report(options, async () => (await import('./sandboxes.ts')).openSandbox(access(), options)),
    );
  add(sandboxes, 'run', 'run a program in a sandbox; exits with 1 if it fails')
    .argument('<id>')
    .argument('[file]', '- reads standard input; without a program, files are moved')
    .option('--language <name>', 'python or bash')
    .option('--timeout <seconds>', 'how long it may run')
    .option('--put <path>', 'a file to send first; may be repeated', collect)
    .option('--get <name>', 'a file of the sandbox to store here; may be repeated', collect)
    .action(async (id: string, file: string | undefined, options: RunOptions & Common) =>
      report(options, async () => (await import('./sandboxes.ts')).runInSandbox(access(), id, file, options)),
    );
  add(sandboxes, 'list', 'list the sandboxes that are open').action(async (options: Common) =>
    report(options, async () => (await import('./sandboxes.ts')).listSandboxes(access())),
  );
  add(sandboxes, 'delete', 'end a sandbox, with everything in it')
    .argument('<id>')
    .action(async (id: string, options: Common) =>
      report(options, async () => (await import('./sandboxes.ts')).deleteSandbox(access(), id)),
    );
};

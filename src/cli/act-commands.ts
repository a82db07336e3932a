import type { DecideOptions } from './acts.ts';
import type { Surroundings } from './service-commands.ts';

interface Common {
  readonly json?: boolean;
}

/** Adds the commands for agents that run elsewhere. */
export const addActCommands = ({ program, add, report, access }: Surroundings): void => {
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
};

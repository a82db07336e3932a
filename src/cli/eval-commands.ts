import type { Command } from 'commander';
import type { EvalOptions } from './eval-run.ts';
import type { GateOptions } from './eval/gate.ts';
import type { SampleOptions } from './eval-sample.ts';
import type { Surroundings } from './service-commands.ts';

interface Common {
  readonly json?: boolean;
}

/** Adds the commands that run data sets of cases against a service (docs/evals.md). */
export const addEvalCommands = ({ program, add, report, access }: Surroundings): void => {
  const evals = program.command('eval').description('run data sets of cases, and compare what comes out');
  withGates(add(evals, 'run', 'run each case of a data set; exits with 1 if a threshold is missed'))
    .argument('<file>', 'the data set, one JSON object a line; - reads standard input')
    .option('--live', 'let a model work the cases')
    .option('--model <name>', 'the model that works them')
    .option('--repeat <n>', 'how often each case is run', '1')
    .option('--at-once <n>', 'how many runs at the same time', '4')
    .option('--timeout <seconds>', 'how long a run may take', '600')
    .option('--against <report>', 'compare with the report of an earlier eval')
    .option('--against-model <name>', 'compare with another model')
    .option('--rules <id@version>', 'decide the runs under this version as well, and compare')
    .option('--vertical <id@version>', "try this version of your team's own vertical, and compare")
    .option('--out <file>', 'write the report to this file')
    .action(async (file: string, options: EvalOptions & Common) =>
      report(options, async () => (await import('./eval-run.ts')).runEval(access(), file, options)),
    );
  withGates(add(evals, 'compare', 'compare two reports of a data set; exits with 1 if a threshold is missed'))
    .argument('<before>')
    .argument('<after>')
    .action(async (before: string, after: string, options: GateOptions & Common) =>
      report(options, async () => (await import('./eval-run.ts')).compareEvals([before, after], options)),
    );
  add(evals, 'sample', 'print finished runs as a data set, chosen at random')
    .argument('<vertical>')
    .option('--decision <name>', 'only runs with this decision')
    .option('--reviewed', 'only runs that a person has decided')
    .option('--count <n>', 'how many', '50')
    .option('--among <n>', 'how many of the newest runs to choose from', '1000')
    .option('--seed <text>', 'chooses the same runs again', 'sample')
    .action(async (vertical: string, options: SampleOptions & Common) =>
      report(options, async () => (await import('./eval-sample.ts')).sampleRuns(access(), vertical, options)),
    );
};

/** Adds what is asked of the runs of an eval. */
const withGates = (command: Command): Command =>
  command
    .option('--threshold <percent>', 'the pass rate of runs that is asked for')
    .option('--confident', 'ask it of the lower confidence bound')
    .option('--max-drop <points>', 'by how many percentage points the pass rate may fall');

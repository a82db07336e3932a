import { open, writeFile } from 'node:fs/promises';
import type { Client } from '../../clients/typescript/src/index.ts';
import { ProvisionError } from '../provision/problem.ts';
import { readGiven } from './given.ts';
import type { ApiAccess } from './locate-service.ts';
import { EXIT, type Outcome } from './outcome.ts';
import { withClient } from './service-client.ts';
import { type DataSet, dataSetIn } from './eval/cases.ts';
import { countIn } from './eval/count.ts';
import { compareReports, expectSameCases } from './eval/compare.ts';
import { expectGate, gateFaults, type GateOptions } from './eval/gate.ts';
import { faultsOf } from './eval/judge.ts';
import { type EvalReport, numbersOf, readReport, reportOf } from './eval/report.ts';
import { rulesVersionIn, triableVersion } from './eval/rules-version.ts';
import type { RunMode } from './eval/run-case.ts';
import { type CaseRun, runCases } from './eval/run-cases.ts';
import { underRules } from './eval/under-rules.ts';
import { versionToTry } from './eval/vertical-version.ts';
import { comparisonWords, reportWords } from './eval-words.ts';

export interface EvalOptions extends GateOptions {
  readonly live?: boolean;
  readonly model?: string;
  readonly againstModel?: string;
  readonly rules?: string;
  readonly vertical?: string;
  readonly against?: string;
  readonly repeat?: string;
  readonly atOnce?: string;
  readonly timeout?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/**
 * Runs a data set against a service, judges every run, and compares it with an earlier report, with another model, or with the rules in
 * force. Exits with 1 if a threshold is missed.
 */
export const runEval = async (access: ApiAccess, file: string, options: EvalOptions): Promise<Outcome> => {
  expectOneComparison(options);
  const [data, earlier] = await Promise.all([
    readGiven(file).then((text) => dataSetIn(text, file)),
    options.against === undefined ? undefined : readReport(options.against),
  ]);
  if (earlier !== undefined) expectSameCases(earlier, { file, sha256: data.sha256 });
  if (options.out !== undefined) await expectWritable(options.out);
  const { before = earlier, after } = await withClient(access, async (client) =>
    evaluated(client, { data, file }, options),
  );
  // Written before the thresholds are checked, so that a missed one does not lose the result.
  await writeReport(options, after);
  return outcomeOf(before, after, options);
};

/** Compares two reports without running anything. */
export const compareEvals = async (
  [before, after]: readonly [string, string],
  options: GateOptions,
): Promise<Outcome> => {
  expectGate(options, true);
  return outcomeOf(await readReport(before), await readReport(after), options);
};

/**
 * Creates the report's file before the runs, which may take hours. An existing file keeps its content until
 * then.
 */
const expectWritable = async (file: string): Promise<void> => {
  try {
    await (await open(file, 'a')).close();
  } catch (error) {
    throw new ProvisionError(`${file} cannot be written.`, 'Name a file in a folder of yours.', {
      cause: error,
    });
  }
};

const writeReport = async ({ out }: Pick<EvalOptions, 'out'>, report: EvalReport): Promise<void> => {
  if (out !== undefined) await writeFile(out, `${JSON.stringify(report, undefined, 2)}\n`);
};

const expectOneComparison = (options: EvalOptions): void => {
  const { against, againstModel, rules, vertical, live, model, ...gates } = options;
  const named = [against, againstModel, rules, vertical].filter((each) => each !== undefined);
  if (named.length > 1)
    throw new ProvisionError(
      'An eval compares two things.',
      'Give one of --against, --against-model, --rules and --vertical.',
    );
  if (rules !== undefined && (live === true || model !== undefined))
    throw new ProvisionError(
      'In a live run the model decides, and the rules only check it.',
      'Leave out --live and --model to try rules.',
    );
  expectGate(gates, named.length > 0);
};

interface Evaluated {
  readonly before?: EvalReport;
  readonly after: EvalReport;
}

const evaluated = async (
  client: Client,
  { data, file }: { readonly data: DataSet; readonly file: string },
  options: EvalOptions,
): Promise<Evaluated> => {
  const live = options.live === true || options.model !== undefined || options.againstModel !== undefined;
  const mode: RunMode = { live, model: options.model, timeoutMs: countIn(options.timeout, 600) * 1000 };
  const from = { file, sha256: data.sha256 };
  const report = (runs: readonly CaseRun[]): EvalReport => reportOf(from, live ? 'live' : 'simulated', runs);
  const run = async (how: RunMode): Promise<readonly CaseRun[]> =>
    runCases(client, data, how, {
      repeat: countIn(options.repeat, 1),
      atOnce: countIn(options.atOnce, 4),
      onRun: options.json === true ? () => undefined : showRun,
    });
  // A later failure must not lose hours of runs.
  const keep = async (runs: readonly CaseRun[]): Promise<EvalReport> => {
    const kept = report(runs);
    await writeReport(options, kept);
    return kept;
  };
  if (options.rules !== undefined) {
    const rules = await triableVersion(client, rulesVersionIn(options.rules), data.cases);
    const runs = await run(mode);
    return { before: await keep(runs), after: report(await underRules(client, runs, rules)) };
  }
  if (options.vertical !== undefined) {
    const trial = await versionToTry(client, rulesVersionIn(options.vertical, 'vertical'), data.cases);
    const before = await keep(await run(mode));
    return { before, after: report(await run({ ...mode, trial })) };
  }
  if (options.againstModel === undefined) return { after: report(await run(mode)) };
  const before = await keep(await run({ ...mode, model: options.againstModel }));
  return { before, after: report(await run(mode)) };
};

/** Progress goes to standard error, so that standard output contains only the result. */
const showRun = ({ of, result }: CaseRun): void => {
  const faults = faultsOf(of, result);
  process.stderr.write(`  ${of.id}: ${faults.length === 0 ? 'passed' : faults.join('; ')}\n`);
};

const outcomeOf = (before: EvalReport | undefined, after: EvalReport, options: GateOptions): Outcome => {
  const numbers = numbersOf(after);
  const comparison = before === undefined ? undefined : compareReports(before, after);
  const faults = gateFaults(options, numbers, comparison);
  return {
    code: faults.length === 0 ? EXIT.ok : EXIT.foundWrong,
    json: {
      ok: faults.length === 0,
      faults,
      ...numbers,
      ...(comparison !== undefined && { comparison, before: { ...numbersOf(before!), ran: before!.ran } }),
      report: after,
    },
    text: [
      ...(before === undefined ? [] : [reportWords('before', before)]),
      reportWords(before === undefined ? 'eval' : 'after', after),
      ...(comparison === undefined ? [] : [comparisonWords(comparison)]),
      ...faults,
    ].join('\n\n'),
  };
};

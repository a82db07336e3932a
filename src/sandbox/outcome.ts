import { constants } from 'node:os';
import { selectCharts } from './charts.ts';
import { egressAttempts } from './egress.ts';
import type { RunOutcome } from './job.ts';
import type { Received } from './report.ts';
import { decodeOutput, decodeResult } from './text.ts';

const SIGNAL_NAMES = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));
// Some numbers have two names; these are the usual ones.
SIGNAL_NAMES.set(constants.signals.SIGABRT, 'SIGABRT').set(constants.signals.SIGIO, 'SIGIO');

const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

/** Why a job ended, where its own end did not say. */
export interface CutOff {
  readonly timedOut: boolean;
  readonly oomKilled: boolean;
  readonly durationMs: number;
}

/** Whether a job ended in a way that a lack of memory explains. */
export const mayBeOutOfMemory = ({ report }: Received): boolean =>
  report === undefined || report.signal === constants.signals.SIGKILL || report.exit_code === 137;

/** What is left in place of a report when the sandbox itself was ended. */
const cutOffReport = (received: Received) => ({
  exit_code: null,
  signal: constants.signals.SIGKILL,
  stdout_bytes: sizeOf(received.stdout),
  stderr_bytes: sizeOf(received.stderr),
  result_kind: 'none' as const,
  result_truncated: false,
  variables_lost: true,
  files: [],
  files_complete: false,
  attempts: '',
  names: [],
});

/**
 * The outcome of a job, from the supervisor's report or, where there is none, from what is known outside of it.
 * @param cutOff what the host itself saw; its `oomKilled` adds to the report's
 */
export const outcomeOf = (received: Received, cutOff: CutOff): RunOutcome => {
  const report = received.report ?? cutOffReport(received);
  const reported = received.report;
  const stdoutCut = report.stdout_bytes > sizeOf(received.stdout);
  const stderrCut = report.stderr_bytes > sizeOf(received.stderr);
  const { charts, withoutData } = selectCharts(received.charts);
  const timedOut = reported === undefined ? cutOff.timedOut : reported.ended_by === 'timeout';
  return {
    stdout: decodeOutput(received.stdout, stdoutCut),
    stderr: decodeOutput(received.stderr, stderrCut),
    stdout_bytes: report.stdout_bytes,
    stderr_bytes: report.stderr_bytes,
    exit_code: report.exit_code ?? 128 + (report.signal ?? 0),
    signal: report.signal === null ? null : (SIGNAL_NAMES.get(report.signal) ?? `SIG${report.signal}`),
    timed_out: timedOut,
    // A time limit ends everything with the signal that a lack of memory would send.
    oom_killed: reported?.ended_by === 'memory' || (cutOff.oomKilled && !timedOut),
    truncated: stdoutCut || stderrCut,
    stdout_truncated: stdoutCut,
    stderr_truncated: stderrCut,
    duration_ms: Math.round(reported === undefined ? cutOff.durationMs : reported.duration_us / 1_000),
    result: decodeResult(report.result_kind, received.result, report.result_truncated),
    result_truncated: report.result_truncated,
    files: report.files.map(([name, size]) => ({ name, size })),
    files_truncated: !report.files_complete,
    charts,
    charts_without_data: withoutData,
    egress_attempts: egressAttempts(report.attempts, report.names),
    variables_lost: report.variables_lost,
  };
};

import { constants } from 'node:os';
import { selectCharts } from './charts.ts';
import { egressOf } from './egress.ts';
import type { Remains, RunOutcome } from './job.ts';
import type { Received } from './report.ts';
import { decodeOutput, decodeResult } from './text.ts';

const SIGNAL_NAMES = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));
// Some numbers have two names; use the more common one.
SIGNAL_NAMES.set(constants.signals.SIGABRT, 'SIGABRT').set(constants.signals.SIGIO, 'SIGIO');

const sizeOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, chunk) => sum + chunk.length, 0);

/** The reason why the host ended a job. */
export interface CutOff {
  readonly timedOut: boolean;
  readonly oomKilled: boolean;
  readonly durationMs: number;
}

/** Returns whether a lack of memory would explain a job's end. */
export const mayBeOutOfMemory = ({ end }: Received): boolean =>
  end === undefined || end.signal === constants.signals.SIGKILL || end.exit_code === 137;

/** Builds a substitute for the supervisor's report if the sandbox itself was destroyed before it could report. */
const cutOffReport = (received: Received) => ({
  stdout_bytes: sizeOf(received.stdout),
  stderr_bytes: sizeOf(received.stderr),
  result_kind: 'none' as const,
  result_truncated: false,
  variables_lost: true,
  files: [],
  files_complete: false,
});

/** Returns the data received from a job whose sandbox was lost. */
export const remainsOf = (received: Received): Remains => {
  const { attempts, more } = egressOf(received);
  return {
    stdout: decodeOutput(received.stdout, true),
    egress_attempts: attempts,
    egress_attempts_more: more,
  };
};

/**
 * Builds a job's outcome from the supervisor's report or, if there is none, from data known outside the sandbox.
 * @param cutOff the host's own observations; its `oomKilled` supplements the report's
 */
export const outcomeOf = (received: Received, cutOff: CutOff): RunOutcome => {
  const report = received.report ?? cutOffReport(received);
  const { end } = received;
  const stdoutCut = report.stdout_bytes > sizeOf(received.stdout);
  const stderrCut = report.stderr_bytes > sizeOf(received.stderr);
  const { charts, withoutData } = selectCharts(received.charts);
  const timedOut = end === undefined ? cutOff.timedOut : end.ended_by === 'timeout';
  const signal = end === undefined ? constants.signals.SIGKILL : end.signal;
  const egress = egressOf(received);
  return {
    stdout: decodeOutput(received.stdout, stdoutCut),
    stderr: decodeOutput(received.stderr, stderrCut),
    stdout_bytes: report.stdout_bytes,
    stderr_bytes: report.stderr_bytes,
    exit_code: end?.exit_code ?? 128 + (signal ?? 0),
    signal: signal === null ? null : (SIGNAL_NAMES.get(signal) ?? `SIG${signal}`),
    timed_out: timedOut,
    // A time limit ends all processes with the same signal as a lack of memory.
    oom_killed: end?.ended_by === 'memory' || (cutOff.oomKilled && !timedOut),
    truncated: stdoutCut || stderrCut,
    stdout_truncated: stdoutCut,
    stderr_truncated: stderrCut,
    duration_ms: Math.round(end === undefined ? cutOff.durationMs : end.duration_us / 1_000),
    result: decodeResult(report.result_kind, received.result, report.result_truncated),
    result_truncated: report.result_truncated,
    files: report.files.map(([name, size]) => ({ name, size })),
    files_truncated: !report.files_complete,
    charts,
    charts_without_data: withoutData,
    egress_attempts: egress.attempts,
    egress_attempts_more: egress.more,
    variables_lost: report.variables_lost,
  };
};

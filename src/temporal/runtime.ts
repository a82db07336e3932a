import { DefaultLogger, type LogLevel, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/**
 * Sends what the SDK and its native core log to one place; by default the core writes to the terminal by itself. Once a
 * process, before the first worker. Only the words of a message are handed on: the data beside them may hold anything.
 */
export const installRuntime = (report: (level: LogLevel, message: string) => void): void => {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => report(level, message)),
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) } },
  });
};

import { DefaultLogger, type LogLevel, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/**
 * Routes the logs of the SDK and its native core to one place; by default the core writes to the terminal itself. Call it once
 * per process, before the first worker. Passes on only the message text, because the fields beside it may hold anything.
 */
export const installRuntime = (report: (level: LogLevel, message: string) => void): void => {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => report(level, message)),
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) } },
  });
};

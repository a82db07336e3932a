import { DefaultLogger, type LogLevel, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/**
 * Passes the logs of the SDK and its native core to one function; by default the core writes to the terminal itself. Call this
 * once per process, before creating the first worker. Passes only the message text, because the other fields may contain
 * anything.
 * @param metricsPort loopback port on which the core serves its metrics to Prometheus
 */
export const installRuntime = (
  report: (level: LogLevel, message: string) => void,
  metricsPort?: number,
): void => {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => report(level, message)),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) },
      ...(metricsPort !== undefined && {
        metrics: { prometheus: { bindAddress: `127.0.0.1:${metricsPort}`, useSecondsForDurations: true } },
      }),
    },
  });
};

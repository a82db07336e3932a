import { type Logger, pino } from 'pino';
import { clip } from '../governance/text/clip.ts';
import { maskText } from '../governance/mask.ts';

export type { Logger } from 'pino';

/**
 * The only fields allowed in a log line, besides level, time, name and message: this service's own ids, names and numbers. All
 * other fields are dropped, so that no body, query or header reaches a log by accident.
 */
const FIELDS: ReadonlySet<string> = new Set([
  'request_id',
  'method',
  'route',
  'status',
  'duration_ms',
  'team_id',
  'key_id',
  'key_prefix',
  'person_id',
  'error_code',
  'error_class',
  'run_id',
  'ledger_ref',
  'seq',
  'outcome',
  'attempt',
  'level',
  'count',
  'task_queue',
  'signal',
  'phase',
  'url',
  'witness',
  'webhook_id',
]);

type Reduced = Readonly<Record<string, unknown>>;

/**
 * Reduces an error to its class, code and cause. Drops the message because drivers quote values in it. Keeps a masked stack only
 * for errors without a code, which are our own bugs.
 */
const reduceError = (error: unknown): Reduced => {
  if (!(error instanceof Error)) return { class: typeof error };
  const { code } = error as { code?: unknown };
  const known = typeof code === 'string' || typeof code === 'number';
  return {
    class: error.name,
    ...(known ? { code } : { stack: clip(maskText(error.stack ?? ''), 4_000) }),
    ...(error.cause instanceof Error && { cause: reduceError(error.cause) }),
  };
};

const allowed = (fields: Record<string, unknown>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'error' || name === 'err') kept['error'] = reduceError(value);
    else if (FIELDS.has(name)) kept[name] = typeof value === 'string' ? clip(value, 200) : value;
  }
  return kept;
};

/** Creates a logger that writes one JSON object per line to standard output. @param name the process: `api`, `worker` */
export const createLogger = (
  level: string,
  name: string,
  destination?: { write(line: string): void },
): Logger =>
  pino(
    {
      level,
      name,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowed },
      serializers: { err: reduceError },
      hooks: {
        // Without a message, pino would log the error's own message.
        logMethod(args, method) {
          if (typeof args[0] === 'object' && args[1] === undefined) args[1] = 'unnamed';
          method.apply(this, args);
        },
      },
    },
    // Writes are synchronous, so that no lines are left in a thread when the process is killed. The descriptor is given as a
    // number because merely accessing process.stdout makes a pipe non-blocking: the pipe then refuses some writes, and each
    // refusal costs 100 ms.
    destination ?? pino.destination({ dest: 1, sync: true }),
  );

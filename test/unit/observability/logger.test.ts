import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const LOGGER = new URL('../../../src/observability/logger.ts', import.meta.url).href;

/** Logs a line, then prints in octal how its standard output was opened. */
const LOGS = `
  import { readFileSync, writeSync } from 'node:fs';
  const { createLogger } = await import(${JSON.stringify(LOGGER)});
  createLogger('info', 'test').info({ count: 1 }, 'a line');
  writeSync(2, /^flags:\\s*(\\d+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8'))[1]);`;

const NONBLOCKING = 0o4000;

describe('A log that writes to a pipe', () => {
  // A process whose full pipe refuses a write sleeps for 100 ms before it tries again.
  it.runIf(process.platform === 'linux')(
    'the log blocks until the pipe has room instead of failing',
    async () => {
      const args = ['--input-type=module', '--eval', LOGS];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
      expect(JSON.parse(stdout)).toMatchObject({ msg: 'a line', count: 1 });
      expect(Number.parseInt(stderr, 8) & NONBLOCKING).toBe(0);
    },
  );
});

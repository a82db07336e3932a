import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readRecentLogs } from '../../../src/cli/support/logs.ts';
import { describeSettings } from '../../../src/cli/support/settings.ts';
import { settingNames } from '../../../src/config.ts';

const PLANTED = ['ABCPK1234L', '9876543210', 'meera.sample@example.in'];

const line = (msg: string): string =>
  JSON.stringify({ level: 'warn', time: '2026-11-30T10:00:00.000Z', name: 'worker', count: 12, msg });

it('a setting is shown only if it is a number, a boolean or one of fixed words', () => {
  const shown = describeSettings({
    PORT: '3000',
    LOG_LEVEL: 'debug',
    DATABASE_URL: 'postgres://user:planted-password@db.bank.example/pramaan',
    ENCRYPTION_KEYS: 'k1:planted-key',
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
    // A secret in the wrong place is not shown either.
    DATABASE_POOL_MAX: 'planted-secret',
    HOST: '',
    HOME: '/root',
  });
  expect(shown).toEqual({
    PORT: 3000,
    LOG_LEVEL: 'debug',
    DATABASE_URL: '(set)',
    ENCRYPTION_KEYS: '(set)',
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: true,
    DATABASE_POOL_MAX: '(set, but wrong)',
  });
});

it('no setting shows a value that is neither a number nor a word of its own', () => {
  const planted = Object.fromEntries(settingNames.map((name) => [name, 'planted-value']));
  expect(JSON.stringify(describeSettings(planted))).not.toContain('planted-value');
});

it('log lines are masked, and lines of other programs are left out and counted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pramaan-support-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const lines = [
    line('old'),
    ...PLANTED.map((one) => line(`made up: ${one}`)),
    `DETAIL: Key (pan)=(${PLANTED[0]})`,
  ];
  await writeFile(join(folder, 'worker.log'), `${lines.join('\n')}\n`);
  const [log, ...rest] = await readRecentLogs(folder, 4);
  expect(rest).toEqual([]);
  expect(log).toMatchObject({ file: 'worker.log', left_out: 1 });
  expect(log!.lines).toHaveLength(3);
  expect(log!.lines[0]).toMatchObject({ level: 'warn', time: '2026-11-30T10:00:00.000Z', count: 12 });
  for (const one of PLANTED) expect(JSON.stringify(log)).not.toContain(one);
  expect(await readRecentLogs(join(folder, 'none'), 5)).toEqual([]);
});

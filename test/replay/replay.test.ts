import { verticalIds } from '../../src/contract/common.ts';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { Worker } from '@temporalio/worker';
import { describe, expect, inject, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createDataConverter } from '../../src/temporal/data-converter.ts';
import { installRuntime } from '../../src/temporal/runtime.ts';
import { REPLAY_KEYS } from '../helpers/replay-keys.ts';

installRuntime(() => undefined);

const FOLDER = new URL('./histories/', import.meta.url);
const histories = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);
const { ENCRYPTION_KEYS } = loadConfig({ DATABASE_URL: 'postgres://unused', ENCRYPTION_KEYS: REPLAY_KEYS });

/** Replays a history as a worker does: a payload that was not sealed for the workflow with this id is refused. */
const replay = async (history: unknown): Promise<void> => {
  const parsed = historyFromJSON(history);
  const { workflowId } = parsed.events![0]!.workflowExecutionStartedEventAttributes!;
  return Worker.runReplayHistory(
    {
      workflowBundle: { codePath: inject('workflowBundle') },
      dataConverter: createDataConverter(ENCRYPTION_KEYS, { refused: 'mark' }),
    },
    parsed,
    workflowId!,
  );
};

const stored = async (
  name: string,
): Promise<{ events: { activityTaskScheduledEventAttributes?: { activityType: { name: string } } }[] }> =>
  JSON.parse(await readFile(new URL(name, FOLDER), 'utf8')) as never;

describe('Replaying stored histories', () => {
  it('the folder contains a history for every vertical', () => {
    for (const vertical of verticalIds) {
      expect(histories.some((name) => name.endsWith(`/${vertical}.json`))).toBe(true);
    }
  });

  it.for(histories)('the workflow code replays %s', async (name) => {
    await replay(await stored(name));
  });

  it('the replay detects a history that the code could not have made', async () => {
    const history = await stored(histories.find((name) => name.endsWith('/kyc.json'))!);
    const scheduled = history.events.find(
      (event) => event.activityTaskScheduledEventAttributes !== undefined,
    )!;
    scheduled.activityTaskScheduledEventAttributes!.activityType.name = 'db.write';
    await expect(replay(history)).rejects.toThrow(/Nondeterminism|determinism/i);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import type { ReviewOption } from '../../src/contract/review.ts';
import type { AskTool } from '../../src/contract/ask-tools.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { verticals } from '../../src/governance/verticals/index.ts';
import type { ModelSettings } from '../../src/model/settings.ts';
import { createLiveRun } from '../../src/runs/vertical/live.ts';
import { startLiveRun } from '../../src/runs/vertical/start-live.ts';
import { openai } from '../model-provider/openai.ts';
import { answer, type Reply, type Said, stream, whole } from '../model-provider/replies.ts';
import { call, kycTurns, type RunScripts } from '../model-provider/scripts.ts';
import { inOrder } from '../model-provider/server.ts';
import { answerOne, askAbout } from './answers.ts';
import { someKey } from '../helpers/actors.ts';

const say = (...turns: readonly Said[]): readonly Reply[] => turns.map((said) => whole(openai, said));

const [readCase, ...rest] = kycTurns() as [Said, ...Said[]];

/** Live runs that together schedule every kind of activity, and end in every way. */
const RUNS: Readonly<
  Record<
    string,
    {
      readonly replies: readonly Reply[];
      readonly cancel?: boolean;
      readonly answers?: readonly ReviewOption[];
    }
  >
> = {
  'live-kyc': { replies: say(...kycTurns()) },
  'live-kyc-refusals': {
    replies: say(
      call('write_record'),
      { text: '' },
      {
        calls: [
          { tool: 'run_python', arguments: { code: 'x = 1' } },
          { tool: 'nothing', arguments: {} },
        ],
      },
      call('run_python', { code: 'x = 1' }),
      readCase,
      ...rest.filter((_, index) => index !== 2),
    ),
  },
  'live-kyc-quota': {
    replies: [...say(readCase), answer(402, openai.error({ type: 'billing', message: '' }))],
  },
  // A person denies the code and approves the write of the record.
  'live-kyc-asked': { replies: say(...kycTurns()), answers: ['deny', 'approve'] },
  'live-kyc-cancelled': {
    replies: [...say(readCase), stream([{ hang: true }])],
    cancel: true,
  },
};

/**
 * Runs every entry of RUNS to completion.
 * @returns the workflow ids by entry name
 */
export const recordLiveRuns = async (given: {
  readonly client: Client;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly ring: KeyRing;
  readonly teamId: string;
  readonly model: ModelSettings;
  readonly scripts: RunScripts;
}): Promise<Readonly<Record<string, string>>> => {
  const ids: Record<string, string> = {};
  for (const [name, { replies, cancel, answers }] of Object.entries(RUNS)) {
    const tools: AskTool[] = ['run_python', 'write_record'];
    if (answers !== undefined) await askAbout(given, [{ tools }]);
    const value = { ...verticals.kyc.sample, id: name };
    const run = await given.db.transaction().execute((tx) =>
      createLiveRun(tx, given.ring, {
        teamId: given.teamId,
        vertical: 'kyc',
        case: value,
        model: given.model,
        askedBy: someKey,
      }),
    );
    given.scripts.add(run.run_id, inOrder(...replies));
    await startLiveRun(given.client, { taskQueue: 'steps', run, deadlineMs: 10_000 });
    const handle = given.client.workflow.getHandle(run.run_id);
    if (cancel === true) {
      while (given.scripts.askedOf(run.run_id).length < replies.length) await sleep(50);
      await handle.cancel();
    }
    for (const option of answers ?? []) await answerOne(given, run.run_id, option);
    await handle.result().catch(() => undefined);
    if (answers !== undefined) await askAbout(given, []);
    ids[name] = run.run_id;
  }
  return ids;
};

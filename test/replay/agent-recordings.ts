import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { ReviewOption } from '../../src/contract/review.ts';
import type { Ledger } from '../../src/ledger/index.ts';
import { readAgentRun } from '../../src/runs/agent/agent-run-records.ts';
import type { AgentRunKind } from '../../src/runs/agent/stored-result.ts';
import { createAgentTask } from '../../src/runs/agent/task/create.ts';
import { createAnalysis } from '../../src/runs/agent/analysis/create.ts';
import type { KeyRing } from '../../src/store/crypto/key-ring.ts';
import type { Db } from '../../src/store/db/client.ts';
import type { ModelSettings } from '../../src/model/settings.ts';
import { startAgentRun } from '../../src/runs/agent/start.ts';
import { someKey } from '../helpers/actors.ts';
import { python } from '../helpers/scripted-model.ts';
import { openai } from '../model-provider/openai.ts';
import { type Said, whole } from '../model-provider/replies.ts';
import { turnOf } from '../model-provider/scripts.ts';
import type { Script } from '../model-provider/server.ts';
import { answerOne, askAbout } from './answers.ts';

interface Recording {
  readonly kind: AgentRunKind;
  readonly data: string;
  readonly turns: readonly Said[];
  /** A person's answer about each call. */
  readonly answers?: readonly ReviewOption[];
  /** Whether the last answer comes after the run has given its sandbox back. */
  readonly releases?: boolean;
}

/** Agent tasks and analyses that together schedule every kind of activity. */
const RUNS: Readonly<Record<string, Recording>> = {
  'agent-task': {
    kind: 'task',
    data: 'one\ntwo\n',
    turns: [python("print(len(open('/tmp/data.txt').readlines()))"), { text: 'There are 2 lines.' }],
  },
  analysis: {
    kind: 'analysis',
    data: 'city,amount\nPune,10\nSurat,20\n',
    turns: [python('print(df.amount.sum())'), { text: 'It is 31.' }, { text: 'It is 30.' }],
  },
  'agent-task-asked': {
    kind: 'task',
    data: 'one\ntwo\n',
    turns: [python('print(1)'), python('print(2)'), { text: 'It printed 2.' }],
    answers: ['deny', 'approve'],
  },
  'agent-task-released': {
    kind: 'task',
    data: 'one\ntwo\n',
    turns: [
      python("open('/tmp/sum.txt', 'w').write('2')"),
      python("print(open('/tmp/sum.txt').read())"),
      { text: 'It is 2.' },
    ],
    answers: ['approve', 'approve'],
    releases: true,
  },
  'analysis-unreadable': { kind: 'analysis', data: '[{"a":1', turns: [] },
};

/** Returns the model's replies in these runs' conversations. */
export const agentRunScript: Script = (asked) => {
  const [, name = ''] = /\[record ([\w-]+)\]/.exec(asked.raw) ?? [];
  const said = RUNS[name]?.turns[turnOf(asked) - 1];
  return said && whole(openai, said);
};

/**
 * Runs every entry of RUNS to completion.
 * @returns the workflow ids by entry name
 */
export const recordAgentRuns = async (given: {
  readonly client: Client;
  readonly db: Db;
  readonly ledger: Ledger;
  readonly ring: KeyRing;
  readonly teamId: string;
  readonly model: ModelSettings;
}): Promise<Readonly<Record<string, string>>> => {
  const { client, db, ring, teamId, model } = given;
  const ids: Record<string, string> = {};
  for (const [name, { kind, data, answers, releases = false }] of Object.entries(RUNS)) {
    if (answers !== undefined) await askAbout(given, [{ tools: ['run_python'], runs: [kind] }]);
    const asked = `[record ${name}] How many?`;
    const ledgerRef = await db.transaction().execute(async (tx) =>
      kind === 'task'
        ? createAgentTask(tx, ring, {
            teamId,
            askedBy: someKey,
            task: asked,
            files: [{ name: 'data.txt', content: Buffer.from(data) }],
            model,
          })
        : createAnalysis(tx, ring, {
            teamId,
            askedBy: someKey,
            question: asked,
            datasets: Buffer.from(data),
            model,
          }),
    );
    const { ask } = (await readAgentRun(db, { teamId, ledgerRef }, kind))!;
    const run = { teamId, ledgerRef, kind, budgets: model.budgets, askedBy: someKey, ask };
    await startAgentRun(client, { taskQueue: 'steps', run, deadlineMs: 10_000 });
    for (const [at, option] of (answers ?? []).entries()) {
      if (releases && at + 1 === answers?.length) await untilClosed(db, ledgerRef);
      await answerOne(given, ledgerRef, option);
    }
    if (answers !== undefined) await askAbout(given, []);
    await client.workflow
      .getHandle(ledgerRef)
      .result()
      .catch(() => undefined);
    ids[name] = ledgerRef;
  }
  return ids;
};

/** Waits until a run's sandbox is closed. */
const untilClosed = async (db: Db, ledgerRef: string): Promise<void> => {
  const closed = db
    .selectFrom('agent_actions')
    .select('seq')
    .where('ledger_ref', '=', ledgerRef)
    .where('action', '=', 'sandbox.close');
  while ((await closed.executeTakeFirst()) === undefined) await sleep(50);
};

import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../../src/store/db/client.ts';
import type { Entry } from '../../src/ledger/index.ts';
import { LABEL_SANDBOX } from '../../src/sandbox/container-spec.ts';
import { installationOf } from '../../src/worker/installation.ts';
import type { CodeService } from './code-service.ts';

export interface Leftovers {
  readonly containers: number;
  readonly leases: number;
  readonly folders: number;
  /** Number of containers without a lease, leases without a container, and desktops without a run. */
  readonly orphans: number;
}

/**
 * Returns a service's remaining sandboxes and desktops after its runs have ended. Only the idle ones of the pool should remain.
 */
export const leftovers = async (service: CodeService, say = false): Promise<Leftovers> => {
  const pool = createPool(service.env['DATABASE_URL']!, { max: 1 });
  try {
    const { rows } = await pool.query<{ sandbox_id: string; state: string; profile: string }>(
      'SELECT sandbox_id, state, profile FROM sandbox_leases',
    );
    const containers = (await service.containers()).map(({ Labels }) => Labels[LABEL_SANDBOX] ?? '');
    const leases = new Set(rows.map(({ sandbox_id }) => sandbox_id));
    const root = join(
      tmpdir(),
      `pramaan-desktops-${process.getuid?.() ?? 0}`,
      installationOf(service.env as Parameters<typeof installationOf>[0]),
    );
    const folders = (await readdir(root).catch(() => [])).filter((name) => !leases.has(name));
    if (say) {
      for (const { Names, State, Status } of await service.containers()) console.error(Names, State, Status);
      console.error(rows);
    }
    const orphans =
      containers.filter((id) => !leases.has(id)).length +
      [...leases].filter((id) => !containers.includes(id)).length +
      rows.filter(({ state, profile }) => profile === 'desktop' && state === 'claimed').length;
    return { containers: containers.length, leases: rows.length, folders: folders.length, orphans };
  } finally {
    await pool.end();
  }
};

export interface RunsAccount {
  readonly runs: number;
  readonly not_done: number;
  readonly ended_by: Readonly<Record<string, number>>;
  readonly desktops_opened: number;
  readonly steps: number;
  readonly interrupted: number;
  /** Runs whose rows are wrong, each with the reason. */
  readonly unsound: readonly string[];
  readonly chain_ok: boolean;
}

/** Compares every accepted run with its steps and its ledger rows. */
export const accountOfRuns = async (
  service: CodeService,
  started: readonly string[],
): Promise<RunsAccount> => {
  const pool = createPool(service.env['DATABASE_URL']!, { max: 2 });
  try {
    const runs = await pool.query<{ id: string; status: string; ended_by: string | null }>(
      'SELECT id, status, ended_by FROM operator_runs',
    );
    const steps = await pool.query<{ run_id: string; n: number; status: string }>(
      'SELECT run_id, n, status FROM operator_steps ORDER BY run_id, n',
    );
    const known = new Map(runs.rows.map((run) => [run.id, run]));
    const unsound: string[] = [];
    let opened = 0;
    for (const id of started) {
      const rows = await service.ledger.read(service.teamId, id);
      opened += rows.filter(({ action }) => action === 'sandbox.open').length;
      const numbers = steps.rows.filter(({ run_id }) => run_id === id);
      const wrong = whatIsWrong(rows, numbers);
      unsound.push(...wrong.map((what) => `${id}: ${what}`));
      if (wrong.length === 0) continue;
      console.error(`${id}: ${wrong.join('; ')}`);
      console.error(
        `  rows ${rows.map(({ step, action, detail }) => `${step}:${action}${told(detail)}`).join(' ')}`,
      );
      console.error(`  steps ${numbers.map(({ n, status }) => `${n}:${status}`).join(' ')}`);
    }
    const ended: Record<string, number> = {};
    for (const { ended_by } of runs.rows)
      ended[ended_by ?? 'running'] = (ended[ended_by ?? 'running'] ?? 0) + 1;
    const verdict = await pool.query<{ ok: boolean }>('SELECT ok FROM verify_agent_ledger($1)', [
      service.teamId,
    ]);
    return {
      runs: started.length,
      not_done: started.filter((id) => known.get(id)?.status !== 'done').length,
      ended_by: ended,
      desktops_opened: opened,
      steps: steps.rows.length,
      interrupted: steps.rows.filter(({ status }) => status === 'interrupted').length,
      unsound,
      chain_ok: verdict.rows[0]!.ok,
    };
  } finally {
    await pool.end();
  }
};

const told = ({ n, status, desktop_id: desktop }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([n, status, desktop]);

/** Actions whose rows do not belong to one of the model's steps. */
const AROUND = new Set(['operator.end', 'operator.ask', 'operator.approval']);

const whatIsWrong = (
  rows: readonly Pick<Entry, 'action' | 'step' | 'detail'>[],
  steps: readonly { readonly n: number; readonly status: string }[],
): readonly string[] => {
  const count = (action: string): number => rows.filter((row) => row.action === action).length;
  const openings = (action: string): string =>
    [
      ...new Set(
        rows.filter((row) => row.action === action).map(({ detail }) => JSON.stringify(detail['opening'])),
      ),
    ]
      .toSorted()
      .join();
  const actions = rows.filter(({ action }) => action.startsWith('operator.') && !AROUND.has(action)).length;
  const opened = new Set(rows.filter(({ action }) => action === 'sandbox.open').map(({ step }) => step));
  const numbered = [
    ...opened,
    ...rows.filter(({ step, action }) => step > 0 && action !== 'sandbox.open').map(({ step }) => step),
  ];
  return [
    count('operator.end') === 1 ? '' : `${count('operator.end')} ends`,
    openings('sandbox.open') === openings('sandbox.close')
      ? ''
      : 'a desktop was opened but not closed, or closed but not opened',
    actions === steps.length ? '' : `${actions} rows of ${steps.length} steps`,
    steps.every(({ n }, index) => n === index + 1) ? '' : 'steps are missing',
    steps.some(({ status }) => status === 'begun') ? 'a step has no end' : '',
    // A desktop that was lost while being opened has a row, and so does its replacement.
    new Set(numbered).size === numbered.length ? '' : 'a step number appears twice',
  ].filter((what) => what !== '');
};

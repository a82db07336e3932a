import { activityInfo } from '@temporalio/activity';
import type { Transaction } from 'kysely';
import { type Desktop, DesktopLostError } from '../../desktop/index.ts';
import { askedBy, type JsonObject } from '../../ledger/index.ts';
import { addFile, addLeftOut, safeName } from '../../runs/agent/files.ts';
import { allFilesOfRun } from '../../runs/agent/read-files.ts';
import type { Database } from '../../store/db/schema.ts';
import { persistently } from '../common/persist.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { digestOf } from './give-files.ts';
import { type Left, readLeftFiles } from './left-files.ts';
import { freeStep } from './lost-steps.ts';
import type { CloseDesktopInput } from './types.ts';

/**
 * Stores a desktop's files before it is destroyed, each file with its row, in one transaction. A second
 * attempt changes nothing. A suspended desktop cannot be read, because its programs are stopped.
 */
export const handBackFiles = async (
  deps: DesktopDependencies,
  input: CloseDesktopInput,
  desktop: Desktop,
): Promise<void> => {
  const { run, opening, desktop_id } = input;
  if (desktop.isFrozen || desktop.isClosed) return;
  const left = await leftFiles(deps, run, desktop);
  if (left.length === 0) return;
  const key = (at: number): string => `${run.run_id}/file/${opening}/${at}`;
  const actor = askedBy(run, { workflow_id: run.run_id, activity_id: activityInfo().activityId });
  await persistently(() =>
    deps.db.transaction().execute(async (tx) => {
      await lockRun(tx, run.run_id);
      if (await isStored(tx, run.team_id, key(0))) return;
      const from = freeStep(await deps.ledger.read(run.team_id, run.run_id));
      const files = await storeFiles(tx, deps, input, left);
      for (const [at, { summary, detail }] of files.entries()) {
        await deps.ledger.appendIn(tx, {
          teamId: run.team_id,
          ledgerRef: run.run_id,
          step: Math.max(input.step, from) + at,
          action: 'operator.file',
          governance: 'recorded',
          summary,
          detail: { ...detail, opening, desktop_id },
          idemKey: key(at),
          actor,
        });
      }
    }),
  );
};

/** The files of a lost desktop are lost too. */
const leftFiles = async (
  deps: DesktopDependencies,
  run: CloseDesktopInput['run'],
  desktop: Desktop,
): Promise<readonly Left[]> => {
  try {
    return await readLeftFiles(deps, run, desktop);
  } catch (error) {
    if (error instanceof DesktopLostError) return [];
    throw error;
  }
};

/** Keeps two attempts from storing the same files. */
const lockRun = async (tx: Transaction<Database>, id: string): Promise<void> => {
  await tx.selectFrom('operator_runs').select('id').where('id', '=', id).forUpdate().execute();
};

const isStored = async (tx: Transaction<Database>, teamId: string, key: string): Promise<boolean> =>
  (await tx
    .selectFrom('agent_actions')
    .select('seq')
    .where('team_id', '=', teamId)
    .where('idem_key', '=', key)
    .executeTakeFirst()) !== undefined;

/**
 * Stores the files.
 * @returns the texts of their rows
 */
const storeFiles = async (
  tx: Transaction<Database>,
  { vaultRing }: Pick<DesktopDependencies, 'vaultRing'>,
  { run: { team_id: teamId, run_id: ledgerRef } }: CloseDesktopInput,
  left: readonly Left[],
): Promise<readonly { readonly summary: string; readonly detail: JsonObject }[]> => {
  const before = await allFilesOfRun(tx, { teamId, ledgerRef });
  const names = before.filter(({ origin }) => origin === 'left').map(({ name }) => name);
  const words = [];
  for (const { name: given, source, size, ...file } of left) {
    const name = safeName(given, names);
    names.push(name);
    const place = { teamId, ledgerRef, name, source };
    const detail = { file: name, folder: source, size };
    if ('content' in file) {
      const ref = await addFile(tx, vaultRing, { ...place, origin: 'left', content: file.content });
      const kept = { file_id: ref.split('/').at(-1)!, sha256: digestOf(file.content) };
      words.push({ summary: `The operator left a file: ${name}`, detail: { ...detail, ...kept } });
    } else {
      const { left_out } = file;
      await addLeftOut(tx, { ...place, size, left_out });
      const summary = `The operator left a file that was not kept (${left_out}): ${name}`;
      words.push({ summary, detail: { ...detail, left_out } });
    }
  }
  return words;
};

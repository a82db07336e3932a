import { createHash } from 'node:crypto';
import type { Desktop } from '../../desktop/index.ts';
import { inputFiles } from '../../runs/agent/read-files.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import { openBlob } from '../../store/vault/blobs.ts';
import type { DesktopDependencies } from './dependencies.ts';

/** Folders of a desktop's home whose files are handed back, by their names in the API. */
export const FOLDERS = { documents: 'Documents', downloads: 'Downloads' } as const;

/** A run's input file and its bytes. */
export interface OwnFile {
  readonly name: string;
  readonly content: Buffer;
}

export const ownFiles = async (
  { db, vaultRing }: Pick<DesktopDependencies, 'db' | 'vaultRing'>,
  { team_id: teamId, run_id: ledgerRef, files }: OperatorRunInput,
): Promise<readonly OwnFile[]> => {
  if (files !== true) return [];
  const own: OwnFile[] = [];
  for (const { name, blob_ref: ref = '' } of await inputFiles(db, vaultRing, { teamId, ledgerRef })) {
    own.push({ name, content: await openBlob(db, vaultRing, { teamId, ref }) });
  }
  return own;
};

export const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * Puts a run's input files into the desktop's folder for documents.
 * @returns their description for the ledger
 */
export const giveFiles = async (
  deps: DesktopDependencies,
  run: OperatorRunInput,
  desktop: Desktop,
): Promise<readonly { readonly name: string; readonly size: number; readonly sha256: string }[]> => {
  const own = await ownFiles(deps, run);
  for (const { name, content } of own) await desktop.files.put(`${FOLDERS.documents}/${name}`, content);
  if (own.length > 0) {
    const there = await desktop.files.list();
    const isThere = ({ name, content }: OwnFile): boolean =>
      there.some(({ path, size }) => path === `${FOLDERS.documents}/${name}` && size === content.length);
    if (!own.every(isThere)) throw new Error('the desktop did not take all files');
  }
  return own.map(({ name, content }) => ({ name, size: content.length, sha256: digestOf(content) }));
};

import type { Kysely, Transaction } from 'kysely';
import type { KeyRing } from '../../../store/crypto/key-ring.ts';
import type { Database } from '../../../store/db/schema.ts';
import { sealBlob } from '../../../store/vault/blobs.ts';
import { openValue, sealValue } from '../../../store/vault/vault.ts';
import { addFile, type GivenFile, safeName } from '../files.ts';
import type { RunOfMessages } from '../transcript.ts';
import { DATASET_FILE, DATASETS_FILE } from './sandbox-programs.ts';

/**
 * Returns the ref under which an analysis's data is sealed: a single dataset's bytes, or the list of several datasets. The audit
 * of lost keys expects a value here for every analysis.
 */
export const datasetRef = (ledgerRef: string): string => `${ledgerRef}/dataset`;

/** The datasets of an analysis: the bytes of one without a name, or several by name. */
export type GivenDatasets = Buffer | readonly (GivenFile | DatasetRef)[];

/** A stored dataset. The name is null if there is only one and its request did not name it. */
export interface DatasetRef {
  readonly name: string | null;
  readonly blob_ref: string;
}

/** Stores an analysis's datasets in the transaction that creates it. */
export const storeDatasets = async (
  tx: Transaction<Database>,
  ring: KeyRing,
  { teamId, ledgerRef, datasets }: RunOfMessages & { readonly datasets: GivenDatasets },
): Promise<void> => {
  const ref = datasetRef(ledgerRef);
  if (Buffer.isBuffer(datasets)) {
    await sealBlob(tx, ring, { teamId, ref, bytes: datasets });
    return;
  }
  const stored: DatasetRef[] = [];
  for (const given of datasets) {
    if (datasets.length === 1 && given.name === null) {
      stored.push(given as DatasetRef);
      continue;
    }
    const name = safeName(
      given.name ?? 'dataset',
      stored.flatMap((one) => one.name ?? []),
    );
    const file = { teamId, ledgerRef, origin: 'given', name } as const;
    stored.push({
      name,
      blob_ref: await refOf(given, async (content) => addFile(tx, ring, { ...file, content })),
    });
  }
  await sealValue(tx, ring, { teamId, ref, value: { datasets: stored } });
};

const refOf = async (
  given: GivenFile | DatasetRef,
  add: (content: Buffer) => Promise<string>,
): Promise<string> => {
  if ('blob_ref' in given) return given.blob_ref;
  return Buffer.isBuffer(given.content) ? add(given.content) : given.content.blob_ref;
};

/** Returns an analysis's datasets by reference; the name is null if there is only one and the request did not name it. */
export const datasetsOf = async (
  db: Kysely<Database>,
  ring: KeyRing,
  { teamId, ledgerRef }: RunOfMessages,
): Promise<readonly DatasetRef[]> => {
  const ref = datasetRef(ledgerRef);
  const { datasets } = (await openValue(db, ring, { teamId, ref })) as { datasets?: readonly DatasetRef[] };
  return datasets ?? [{ name: null, blob_ref: ref }];
};

/** Returns the sandbox files that hold the datasets, with the list that tells the load program their names. */
export const datasetFiles = (
  datasets: Awaited<ReturnType<typeof datasetsOf>>,
): readonly { readonly name: string; readonly blob_ref?: string; readonly content?: string }[] => {
  const [only] = datasets;
  if (datasets.length === 1 && only?.name === null) return [{ name: DATASET_FILE, blob_ref: only.blob_ref }];
  const files = datasets.map(({ blob_ref }, at) => ({ name: `${DATASET_FILE}-${at + 1}`, blob_ref }));
  const list = datasets.map(({ name }, at) => [name, `/tmp/${files[at]!.name}`]);
  return [...files, { name: DATASETS_FILE, content: JSON.stringify(list) }];
};

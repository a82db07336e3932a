import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type Catalog, RELEASE, readCatalog } from './catalog.ts';

export const releasedCatalog = async (): Promise<Catalog> =>
  JSON.parse(await readFile(RELEASE, 'utf8')) as Catalog;

export interface CatalogChange {
  readonly name: string;
  readonly change: 'changed' | 'missing' | 'added';
}

/**
 * Lists how a database's ledger differs from the release's, such as a replaced verifier or a disabled
 * trigger.
 * @returns undefined if the server's major version differs from the release's, because the two cannot be
 * compared then
 */
export const compareCatalogs = (released: Catalog, found: Catalog): readonly CatalogChange[] | undefined => {
  if (released.postgres !== found.postgres) return undefined;
  const names = new Set([...Object.keys(released.objects), ...Object.keys(found.objects)]);
  return [...names].toSorted().flatMap((name): CatalogChange[] => {
    const [before, now] = [released.objects[name], found.objects[name]];
    if (before === now) return [];
    return [{ name, change: before === undefined ? 'added' : now === undefined ? 'missing' : 'changed' }];
  });
};

/** Compares the release's catalog with a database's. */
export const catalogChanges = async (
  pool: Pick<pg.Pool, 'query'>,
): Promise<readonly CatalogChange[] | undefined> =>
  compareCatalogs(await releasedCatalog(), await readCatalog(pool));

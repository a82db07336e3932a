import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('sandbox/', import.meta.url);
const PACKAGE = 'pramaan_data';

/** Paths of the dataset (or of the list of several datasets) and of the returned tables, relative to /tmp. */
export const DATASET_FILE = 'dataset';
export const DATASETS_FILE = '.pramaan/datasets.json';
export const TABLES_FILE = '.pramaan/tables.json';
/** Hashes of the identifiers in the dataset (`pramaan_data/known.py`). */
export const KNOWN_FILE = '.pramaan/known';
const HOME = '.pramaan';

const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/**
 * Program that reads the dataset into `df`, `tables` and `rejected`. Its value is the profile, or the reason why there is no
 * profile.
 */
export const LOAD_PROGRAM = read('load.py');

/** Files needed by the load program in the sandbox. */
export const LOAD_FILES: readonly { readonly name: string; readonly content: string }[] = [
  { name: `${HOME}/load.py`, content: LOAD_PROGRAM },
  ...readdirSync(new URL(`${PACKAGE}/`, FOLDER))
    .filter((name) => name.endsWith('.py'))
    .map((name) => ({ name: `${HOME}/${PACKAGE}/${name}`, content: read(`${PACKAGE}/${name}`) })),
];

/** Code that reloads the dataset in a sandbox that replaces a lost one. */
export const RELOAD = `exec(open('/tmp/${HOME}/load.py').read(), globals())\n`;

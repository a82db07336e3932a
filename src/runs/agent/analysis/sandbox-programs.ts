import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('sandbox/', import.meta.url);
const PACKAGE = 'pramaan_data';

/** Where the dataset and the programs that read it lie, below /tmp. */
export const DATASET_FILE = 'dataset';
export const TABLES_FILE = '.pramaan/tables.json';
const HOME = '.pramaan';

const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** Reads the dataset into `df`, `tables` and `rejected`; its value is the profile, or why there is none. */
export const LOAD_PROGRAM = read('load.py');

/** What the load program needs beside it in the sandbox. */
export const LOAD_FILES: readonly { readonly name: string; readonly content: string }[] = [
  { name: `${HOME}/load.py`, content: LOAD_PROGRAM },
  ...readdirSync(new URL(`${PACKAGE}/`, FOLDER))
    .filter((name) => name.endsWith('.py'))
    .map((name) => ({ name: `${HOME}/${PACKAGE}/${name}`, content: read(`${PACKAGE}/${name}`) })),
];

/** Puts everything in place again in a sandbox that took the place of a lost one. */
export const RELOAD = `exec(open('/tmp/${HOME}/load.py').read(), globals())\n`;

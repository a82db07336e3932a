/** Number of programs that one developer's sandbox runs, so that its workflow's history stays small. */
export const MOST_PROGRAMS = 1_000;

/** Returns the reference under which a program of a developer's sandbox is sealed. */
export const programRefOf = (ledgerRef: string, n: number): string => `${ledgerRef}/job/${n}`;

/** Returns the reference under which the environment variables of a developer's sandbox are sealed. */
export const environmentRefOf = (ledgerRef: string): string => `${ledgerRef}/env`;

/**
 * Returns the ref under which files of a run are sealed, as `{files}`. Whoever creates the run stores them, and its sandbox gets
 * them with the first code.
 */
export const filesRef = (ledgerRef: string): string => `${ledgerRef}/files`;

/**
 * Returns the ref under which a run's files are sealed, as `{files}`. They are stored when the run is created, and copied to its
 * sandbox together with the first code.
 */
export const filesRef = (ledgerRef: string): string => `${ledgerRef}/files`;

/** Where files of a run lie sealed, as `{files}`, that its sandbox gets with the first code; by whoever makes the run. */
export const filesRef = (ledgerRef: string): string => `${ledgerRef}/files`;

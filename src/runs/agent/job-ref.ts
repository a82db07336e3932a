/** Where the code of a call lies sealed as a job of its own; its outcome lies beside it. */
export const jobRefOf = (ledgerRef: string, turn: number, index: number): string =>
  `${ledgerRef}/job/${turn}/${index}`;

/** Returns the ref under which a call's code is sealed as a job of its own. The outcome is stored next to it. */
export const jobRefOf = (ledgerRef: string, turn: number, index: number): string =>
  `${ledgerRef}/job/${turn}/${index}`;

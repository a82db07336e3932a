/** Returns the ref under which a call's code is sealed as its own job. The outcome is stored next to it. */
export const jobRefOf = (ledgerRef: string, turn: number, index: number): string =>
  `${ledgerRef}/job/${turn}/${index}`;

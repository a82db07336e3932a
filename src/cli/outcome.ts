/** The command line's exit codes, which are the same for every command. */
export const EXIT = {
  ok: 0,
  /** The command ran and found a fault, such as a broken chain, an unknown key or a missing dependency. */
  foundWrong: 1,
  /** The command could not run, for example because of a missing database, an unknown team or a wrong option. */
  couldNotRun: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command's output: text for people and, with --json, JSON for programs. */
export interface Outcome {
  readonly code: ExitCode;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Formats rows as a table, with each column as wide as its widest cell. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** A cell, a row or a file that cannot be imported. `column` is null if the fault concerns the whole line. */
export interface ImportFault {
  readonly line: number;
  readonly column: string | null;
  readonly reason: string;
}

/** Maximum number of faults to report. The rest are counted. */
export const MOST_FAULTS = 100;

/** Counts an import's rows and collects its faults. */
export class ImportTally {
  rows = 0;
  refused = 0;
  readonly #faults: ImportFault[] = [];
  #count = 0;

  /** The first faults, in the order of their lines. */
  get faults(): readonly ImportFault[] {
    return this.#faults.toSorted((a, b) => a.line - b.line);
  }

  /** Number of faults beyond those that are listed. */
  get moreFaults(): number {
    return this.#count - this.#faults.length;
  }

  get hasFaults(): boolean {
    return this.#count > 0;
  }

  /** Records the faults of one line, which is not imported. */
  refuse(line: number, faults: readonly Omit<ImportFault, 'line'>[]): void {
    this.refused += 1;
    this.#note(
      faults.length,
      faults.map((fault) => ({ line, ...fault })),
    );
  }

  /** Records one fault for each of `total` lines; `faults` has the first ones. */
  refuseAll(total: number, faults: readonly ImportFault[]): void {
    this.refused += total;
    this.#note(total, faults);
  }

  #note(total: number, faults: readonly ImportFault[]): void {
    this.#count += total;
    this.#faults.push(...faults.slice(0, MOST_FAULTS - this.#faults.length));
  }
}

/** Thrown when the rest of a file cannot be read, so that nothing of it is imported. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
  readonly fault: ImportFault;

  constructor(fault: ImportFault) {
    super(fault.reason);
    this.fault = fault;
  }
}

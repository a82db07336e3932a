import { hash } from 'node:crypto';
import { bodyOf } from '../entry.ts';
import type { RowLine } from './export-line.ts';
import { AuditFindingError } from './finding.ts';

/** Returns the prev_hash of a team's first row. */
export const genesisOf = (teamId: string): string => hash('sha256', `pramaan/ledger/v1/genesis\n${teamId}`);

/** Returns the required start of a body with these columns. */
const startOf = (row: RowLine, teamId: string): string =>
  bodyOf({ ...row, team_id: teamId }, '').slice(0, -1);

/** Checks each row against the one before it, and keeps only the last one in memory. */
export class ChainCheck {
  readonly #teamId: string;
  readonly #linked: boolean;
  #seq: number;
  #hash: string;
  #time = '';
  rows = 0;
  /** Number of rows dated before their predecessor. This is suspicious but does not break the chain. */
  earlierTimes = 0;

  /**
   * @param after the row just before the first one to check
   * @param linked false for rows that are not consecutive: only their order is checked
   */
  constructor(teamId: string, after: { readonly seq: number; readonly row_hash: string }, linked: boolean) {
    this.#teamId = teamId;
    this.#linked = linked;
    this.#seq = after.seq;
    this.#hash = after.row_hash;
  }

  get last(): { readonly seq: number; readonly row_hash: string } {
    return { seq: this.#seq, row_hash: this.#hash };
  }

  /** Checks the next row. @throws AuditFindingError naming the mismatch */
  add(row: RowLine): void {
    const { seq } = row;
    if (seq <= this.#seq)
      throw new AuditFindingError('order', seq, `row ${seq} comes after row ${this.#seq}`);
    if (this.#linked && seq !== this.#seq + 1) {
      throw new AuditFindingError('gap', seq, `rows ${this.#seq + 1} to ${seq - 1} are missing`);
    }
    if (this.#linked && row.prev_hash !== this.#hash) {
      throw new AuditFindingError('prev_hash', seq, `row ${seq} does not continue the row before it`);
    }
    // A lone surrogate has no UTF-8 form and would be encoded as U+FFFD, so the string would hash like a different one.
    if (!row.body.isWellFormed() || hash('sha256', joined(row)) !== row.row_hash) {
      throw new AuditFindingError('row_hash', seq, `the hash of row ${seq} does not match its body`);
    }
    if (row.v !== 1 || !row.body.startsWith(startOf(row, this.#teamId))) {
      throw new AuditFindingError('column_mismatch', seq, `a column of row ${seq} differs from its body`);
    }
    if (row.created_at < this.#time) this.earlierTimes += 1;
    this.#time = row.created_at;
    this.#seq = seq;
    this.#hash = row.row_hash;
    this.rows += 1;
  }
}

const joined = ({ prev_hash: prev, body }: RowLine): Buffer => {
  const bytes = Buffer.allocUnsafe(32 + Buffer.byteLength(body));
  bytes.write(prev, 'hex');
  bytes.write(body, 32);
  return bytes;
};

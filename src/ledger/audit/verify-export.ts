import type { Checkpoint } from '../proofs/checkpoint.ts';
import { GrowingTree } from '../proofs/growing-tree.ts';
import { leafHash, verifyInclusion } from '../proofs/merkle.ts';
import type { Receipt } from '../proofs/receipt.ts';
import type { VerifierKey } from '../proofs/verifier-key.ts';
import { ChainCheck, genesisOf } from './chain-check.ts';
import type { EndLine, HeaderLine, RowLine } from './export-line.ts';
import { AuditFindingError, type Kind } from './finding.ts';
import { linesOf } from './lines.ts';
import { checkpointOf } from './notes.ts';
import { parseHeader, parseLine } from './parse-line.ts';
import { checkpointOfReceipt } from './receipts.ts';

/** Evidence that the auditor has independently of the export. */
export interface Evidence {
  /** The log's keys; if empty, signatures are not checked. */
  readonly keys: readonly VerifierKey[];
  /** Signed checkpoints, from witnesses or from an earlier audit. */
  readonly checkpoints: readonly string[];
  readonly receipts: readonly Receipt[];
}

export type Verdict =
  | {
      readonly ok: true;
      readonly team_id: string;
      readonly rows: number;
      /** seq of the last row. */
      readonly last: number;
      /** seq of the last row that a checkpoint covers; 0 for none. */
      readonly covered: number;
      /** Number of rows that no checkpoint covers yet. */
      readonly newer: number;
      /** Number of rows dated before their predecessor. This is suspicious but does not break the chain. */
      readonly earlier_times: number;
    }
  | {
      readonly ok: false;
      readonly kind: Kind;
      /** seq of the first faulty row; null if the fault is not about a row. */
      readonly seq: number | null;
      readonly message: string;
      /** Number of rows verified before the fault. */
      readonly rows: number;
    };

/**
 * Checks an export as a stream, in constant memory, and stops at the first fault.
 * @param bytes the export, as JSON Lines or OCSF
 * @throws any error from reading the bytes, but never because of their content
 */
export const verifyExport = async (
  bytes: AsyncIterable<Uint8Array>,
  evidence: Evidence,
): Promise<Verdict> => {
  let check: ExportCheck | undefined;
  let end: EndLine | undefined;
  let number = 0;
  try {
    for await (const line of linesOf(bytes)) {
      number += 1;
      if (check === undefined) {
        check = new ExportCheck(parseHeader(line), evidence);
        continue;
      }
      if (end !== undefined)
        throw new AuditFindingError('unreadable', null, `line ${number} follows the end line`);
      const parsed = parseLine(line, number);
      if ('end' in parsed) end = parsed;
      else check.row(parsed);
    }
    check ??= new ExportCheck(parseHeader(undefined), evidence);
    return check.end(end);
  } catch (error) {
    if (!(error instanceof AuditFindingError)) throw error;
    const { kind, seq, message } = error;
    return { ok: false, kind, seq, message, rows: check?.rows ?? 0 };
  }
};

class ExportCheck {
  readonly #header: HeaderLine;
  readonly #chain: ChainCheck;
  readonly #tree: GrowingTree;
  /** The export's own checkpoint, under which its inclusion proofs are checked. */
  readonly #own: Checkpoint | undefined;
  readonly #bySize: ReadonlyMap<number, readonly Checkpoint[]>;
  #covered: number;
  #newer = 0;

  constructor(header: HeaderLine, { keys, checkpoints, receipts }: Evidence) {
    this.#header = header;
    const { team_id: teamId, base, after } = header;
    const given = [
      ...checkpoints.map((note) => checkpointOf(note, keys, teamId)),
      ...receipts.map((receipt) => checkpointOfReceipt(receipt, keys, teamId)),
    ];
    this.#own = header.checkpoint === null ? undefined : checkpointOf(header.checkpoint, keys, teamId);
    const start =
      after !== null && (base !== null || !this.#isWhole) ? after : { seq: 0, row_hash: genesisOf(teamId) };
    const sealed = base === null ? undefined : checkpointOf(base.checkpoint, keys, teamId);
    this.#tree = base === null || sealed === undefined ? new GrowingTree() : treeOf(base, start, sealed);
    this.#covered = this.#tree.size;
    const known = [...given, this.#own, sealed].filter((checkpoint) => checkpoint !== undefined);
    this.#bySize = Map.groupBy(
      known.filter(({ size }) => size >= this.#tree.size),
      ({ size }) => size,
    );
    for (const sameSize of this.#bySize.values()) holdTogether(sameSize);
    this.#chain = new ChainCheck(teamId, start, header.scope !== 'ref');
  }

  get rows(): number {
    return this.#chain.rows;
  }

  get #isWhole(): boolean {
    return this.#header.scope === 'chain' || this.#header.scope === 'segment';
  }

  /** Checks the next row. @throws AuditFindingError when it does not match */
  row(row: RowLine): void {
    this.#chain.add(row);
    this.#newer += 1;
    if (this.#isWhole) {
      this.#tree.append(leafHash(Buffer.from(row.row_hash, 'hex')));
      this.#compareRoots();
    } else if (row.inclusion !== undefined) {
      this.#checkInclusion(row, row.inclusion);
    } else if (this.#header.scope === 'ref' && row.seq <= (this.#own?.size ?? 0)) {
      throw new AuditFindingError('proof', row.seq, `row ${row.seq} has no proof`);
    }
  }

  /** Checks the end of the export. @throws AuditFindingError when rows are missing or the end does not match */
  end(end: EndLine | undefined): Verdict {
    const { last, rows, earlierTimes } = this.#chain;
    const { scope, team_id: teamId } = this.#header;
    if (end?.rows !== rows)
      throw new AuditFindingError(
        'cut_off',
        last.seq + 1,
        `the export breaks off after ${rows} rows, without an end line`,
      );
    if (scope === 'chain') this.#checkHead(last);
    const anchor = Math.min(last.seq, this.#own?.size ?? 0);
    if (scope === 'range' && rows > 0 && anchor > last.seq - rows && this.#covered < anchor) {
      throw new AuditFindingError('proof', anchor, `row ${anchor} has no proof`);
    }
    const reach = Math.max(
      0,
      ...(scope === 'chain' ? this.#bySize.keys() : []),
      this.#isWhole ? (this.#own?.size ?? 0) : 0,
    );
    if (reach > last.seq) {
      throw new AuditFindingError(
        'truncated',
        last.seq + 1,
        `a checkpoint covers ${reach} rows, but the last row is ${last.seq}`,
      );
    }
    return {
      ok: true,
      team_id: teamId,
      rows,
      last: last.seq,
      covered: this.#covered,
      newer: this.#newer,
      earlier_times: earlierTimes,
    };
  }

  #compareRoots(): void {
    const { size } = this.#tree;
    for (const { root } of this.#bySize.get(size) ?? []) {
      if (!root.equals(this.#tree.root())) {
        const first = this.#covered + 1;
        throw new AuditFindingError(
          'checkpoint_root',
          first,
          `rows ${first} to ${size} differ from those that the checkpoint covers`,
        );
      }
      this.#covered = size;
      this.#newer = 0;
    }
  }

  #checkInclusion({ seq, row_hash: hash }: RowLine, proof: readonly string[]): void {
    const own = this.#own;
    const holds =
      own !== undefined &&
      verifyInclusion({
        index: seq - 1,
        size: own.size,
        leafHash: leafHash(Buffer.from(hash, 'hex')),
        proof: decoded(proof),
        root: own.root,
      });
    if (!holds)
      throw new AuditFindingError('proof', seq, `row ${seq} differs from the row that the checkpoint covers`);
    this.#covered = seq;
    this.#newer = this.#header.scope === 'ref' ? this.#newer - 1 : 0;
  }

  #checkHead(last: { readonly seq: number; readonly row_hash: string }): void {
    const { head } = this.#header;
    if (head === null)
      throw new AuditFindingError(
        'no_head',
        Math.max(last.seq, 1),
        'the row with the end of the chain is missing',
      );
    if (head.seq !== last.seq) {
      throw new AuditFindingError(
        'head_mismatch',
        Math.min(head.seq, last.seq) + 1,
        `the chain should end at row ${head.seq} but ends at row ${last.seq}`,
      );
    }
    if (head.row_hash !== last.row_hash)
      throw new AuditFindingError(
        'head_mismatch',
        last.seq,
        'the hash in the head differs from that of the last row',
      );
  }
}

const decoded = (hashes: readonly string[]): readonly Buffer[] =>
  hashes.map((text) => Buffer.from(text, 'base64'));

const holdTogether = (sameSize: readonly Checkpoint[]): void => {
  const [first, ...others] = sameSize;
  if (others.some(({ root }) => first?.root.equals(root) === false)) {
    throw new AuditFindingError(
      'checkpoint_root',
      null,
      `two checkpoints of ${first?.size} rows have different roots: the log shows two histories`,
    );
  }
};

/** Returns the tree over pruned rows. @throws AuditFindingError when it does not match the signed checkpoint */
const treeOf = (
  base: NonNullable<HeaderLine['base']>,
  last: { readonly seq: number; readonly row_hash: string },
  { size, root }: Checkpoint,
): GrowingTree => {
  const tree = GrowingTree.from(size, decoded(base.peaks));
  const isLast = verifyInclusion({
    index: size - 1,
    size,
    leafHash: leafHash(Buffer.from(last.row_hash, 'hex')),
    proof: decoded(base.inclusion),
    root,
  });
  if (tree === undefined || last.seq !== size || !isLast || !root.equals(tree.root())) {
    throw new AuditFindingError(
      'base',
      size,
      `the sealed rows up to ${size} differ from those of the signed checkpoint`,
    );
  }
  return tree;
};

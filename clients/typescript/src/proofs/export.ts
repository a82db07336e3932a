import { ForgedError } from '../errors.ts';
import { fromBase64, fromHex, sha256, toHex, utf8 } from './bytes.ts';
import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import {
  ExportFault,
  type Header,
  linesOf,
  parseLine,
  readHeader,
  readRow,
  type Row,
} from './export-lines.ts';
import { isIncluded } from './inclusion.ts';
import { readKeys, type VerifierKey } from './keys.ts';
import { GrowingTree } from './tree.ts';

/** What an export proves. */
export interface VerifiedExport {
  readonly team_id: string;
  /** `chain` is the whole ledger. Anything else is a part, which says nothing about the rows that it leaves out. */
  readonly scope: 'chain' | 'segment' | 'range' | 'ref';
  readonly rows: number;
  /** Position of the last row. */
  readonly last: number;
  /** Position of the last row that a checkpoint covers; 0 if nobody signed any of them. */
  readonly covered: number;
  /** Rows that no checkpoint covers yet. */
  readonly newer: number;
}

export interface Evidence {
  /** The log's verifier keys, one a line, from another channel than the export. */
  readonly keys: string;
  /** Signed checkpoints that somebody has kept. */
  readonly checkpoints?: readonly string[];
}

/**
 * Checks an export of a ledger as a stream, in constant memory (docs/ledger/auditor.md).
 * @param bytes the export, for example the body of a response
 * @throws ForgedError with the kind of the first fault and its row; any error of reading the bytes
 */
export const verifyExport = async (
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { keys: keyText, checkpoints = [] }: Evidence,
): Promise<VerifiedExport> => {
  const keys = await readKeys(keyText);
  if (keys === undefined) throw new ForgedError('these are not the verifier keys of a log');
  try {
    const lines = linesOf(bytes);
    const first = await lines.next();
    if (first.done === true) throw new ExportFault('unreadable');
    const check = await ExportCheck.begin(readHeader(parseLine(first.value)), keys, checkpoints);
    let end: number | undefined;
    for await (const text of lines) {
      const line = parseLine(text);
      if (end !== undefined) throw new ExportFault('unreadable');
      if (!('end' in line)) await check.row(readRow(line));
      else if (line['end'] === true && typeof line['rows'] === 'number') end = line['rows'];
      else throw new ExportFault('unreadable');
    }
    return check.end(end);
  } catch (error) {
    if (!(error instanceof ExportFault)) throw error;
    const { kind, seq } = error;
    throw new ForgedError(`the export does not verify: ${kind}${seq === null ? '' : ` at row ${seq}`}`);
  }
};

const openOf = async (note: string, keys: readonly VerifierKey[], team: string): Promise<Checkpoint> => {
  const checkpoint = await openCheckpoint(note, keys);
  if (checkpoint === undefined) throw new ExportFault('checkpoint_signature');
  if (!checkpoint.origin.endsWith(`/${team}`)) throw new ExportFault('checkpoint_team');
  return checkpoint;
};

const bytesOf = (hashes: readonly string[]) => hashes.map((one) => fromBase64(one) ?? new Uint8Array());

const isPathOf = async (row: Row, path: readonly string[], { size, root }: Checkpoint): Promise<boolean> => {
  const rowHash = fromHex(row.row_hash)!;
  return isIncluded({ index: row.seq - 1, size, rowHash, path: bytesOf(path), root });
};

/** Position in a chain or a part of it: the last row that was checked. */
interface Last {
  readonly seq: number;
  readonly hash: string;
}

/** Checks the rows of an export one after the other. */
class ExportCheck {
  readonly #header: Header;
  readonly #own: Checkpoint | undefined;
  readonly #tree: GrowingTree;
  /** Roots in hexadecimal by size, as signed checkpoints state them. */
  readonly #roots: ReadonlyMap<number, string>;
  #last: Last;
  #rows = 0;
  #newer = 0;
  #covered: number;

  private constructor(
    header: Header,
    own: Checkpoint | undefined,
    tree: GrowingTree,
    roots: ReadonlyMap<number, string>,
    last: Last,
  ) {
    this.#header = header;
    this.#own = own;
    this.#tree = tree;
    this.#roots = roots;
    this.#last = last;
    this.#covered = tree.size;
  }

  /** Checks the header and the checkpoints. @throws ExportFault */
  static async begin(
    header: Header,
    keys: readonly VerifierKey[],
    notes: readonly string[],
  ): Promise<ExportCheck> {
    const { team_id: team, after, base, checkpoint } = header;
    const isPart = header.scope === 'range' || header.scope === 'ref';
    const own = checkpoint === null ? undefined : await openOf(checkpoint, keys, team);
    const kept = await Promise.all(notes.map(async (note) => openOf(note, keys, team)));
    const genesis = toHex(await sha256(utf8(`pramaan/ledger/v1/genesis\n${team}`)));
    const starts = after !== null && (base !== null || isPart);
    const last = starts ? { seq: after.seq, hash: after.row_hash } : { seq: 0, hash: genesis };
    const tree = await treeOf(header, keys, last);
    const roots = new Map([[tree.size, toHex(await tree.root())]]);
    for (const { size, root } of [...kept, ...(own === undefined ? [] : [own])]) {
      if (size < Math.max(tree.size, 1)) continue;
      if ((roots.get(size) ?? toHex(root)) !== toHex(root)) throw new ExportFault('checkpoint_root');
      roots.set(size, toHex(root));
    }
    return new ExportCheck(header, own, tree, roots, last);
  }

  get #isWhole(): boolean {
    return this.#header.scope === 'chain' || this.#header.scope === 'segment';
  }

  /** @throws ExportFault unless the row follows from the one before it and leads to the checkpoints */
  async row(row: Row): Promise<void> {
    await this.#checkRow(row);
    this.#last = { seq: row.seq, hash: row.row_hash };
    this.#rows += 1;
    this.#newer += 1;
    if (this.#isWhole) await this.#grow(row);
    else await this.#checkPath(row);
  }

  async #checkRow(row: Row): Promise<void> {
    const { seq, step, body, prev_hash: before } = row;
    const linked = this.#header.scope !== 'ref';
    if (seq <= this.#last.seq) throw new ExportFault('order', seq);
    if (linked && seq !== this.#last.seq + 1) throw new ExportFault('gap', seq);
    if (linked && before !== this.#last.hash) throw new ExportFault('prev_hash', seq);
    const hash = toHex(await sha256(fromHex(before)!, utf8(body)));
    if (!body.isWellFormed() || hash !== row.row_hash) throw new ExportFault('row_hash', seq);
    const texts = (['action', 'created_at', 'id', 'idem_key', 'ledger_ref'] as const).map(
      (name) => `"${name}":"${row[name]}",`,
    );
    const start = `{"columns":{${texts.join('')}"seq":${seq},"step":${step},"team_id":"${this.#header.team_id}","v":1},"content":`;
    if (row.v !== 1 || !body.startsWith(start)) throw new ExportFault('column_mismatch', seq);
  }

  async #grow(row: Row): Promise<void> {
    await this.#tree.append(fromHex(row.row_hash)!);
    const root = this.#roots.get(row.seq);
    if (root === undefined) return;
    if (root !== toHex(await this.#tree.root())) throw new ExportFault('checkpoint_root', this.#covered + 1);
    [this.#covered, this.#newer] = [row.seq, 0];
  }

  async #checkPath(row: Row): Promise<void> {
    const isRef = this.#header.scope === 'ref';
    if (row.inclusion === undefined) {
      if (isRef && row.seq <= (this.#own?.size ?? 0)) throw new ExportFault('proof', row.seq);
      return;
    }
    if (this.#own === undefined || !(await isPathOf(row, row.inclusion, this.#own)))
      throw new ExportFault('proof', row.seq);
    this.#covered = row.seq;
    this.#newer = isRef ? this.#newer - 1 : 0;
  }

  /** @throws ExportFault unless every row that should be there was there */
  end(rows: number | undefined): VerifiedExport {
    const { scope, head, team_id } = this.#header;
    const { seq: last, hash } = this.#last;
    const size = this.#own?.size ?? 0;
    if (rows !== this.#rows) throw new ExportFault('cut_off', last + 1);
    const anchor = Math.min(last, size);
    if (scope === 'range' && anchor > last - rows && this.#covered < anchor)
      throw new ExportFault('proof', anchor);
    if (scope === 'chain' && head === null) throw new ExportFault('no_head', Math.max(last, 1));
    if (scope === 'chain' && head !== null && (head.seq !== last || head.row_hash !== hash))
      throw new ExportFault('head_mismatch', Math.min(head.seq, last) + (head.seq === last ? 0 : 1));
    const stated = scope === 'chain' ? [...this.#roots.keys()] : [];
    if (this.#isWhole && Math.max(...stated, size) > last) throw new ExportFault('truncated', last + 1);
    return { team_id, scope, rows, last, covered: this.#covered, newer: this.#newer };
  }
}

/** Returns the tree that precedes the rows: empty, or that of the sealed rows before them. @throws ExportFault */
const treeOf = async (
  { base, team_id }: Header,
  keys: readonly VerifierKey[],
  last: Last,
): Promise<GrowingTree> => {
  if (base === null) return new GrowingTree();
  const sealed = await openOf(base.checkpoint, keys, team_id);
  const tree = new GrowingTree(sealed.size, bytesOf(base.peaks));
  const row = {
    index: sealed.size - 1,
    size: sealed.size,
    rowHash: fromHex(last.hash)!,
    path: bytesOf(base.inclusion),
    root: sealed.root,
  };
  const isSound = last.seq === sealed.size && tree.isWhole && toHex(await tree.root()) === toHex(sealed.root);
  if (!isSound || !(await isIncluded(row))) throw new ExportFault('base', sealed.size);
  return tree;
};

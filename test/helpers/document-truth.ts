/** Compares the reading of a made-up document (test/fixtures/documents) with its known values. */
import type { PageRead, ReadDocument, ReadMember } from '../../src/governance/documents/read-document.ts';

export interface Truth {
  readonly kind: string;
  readonly members: Readonly<Record<string, string>>;
  /** Lines of a bill: description, quantity, price, amount, whether IRDAI's list names it. */
  readonly items?: readonly (readonly [string, string, string, string, boolean])[];
  readonly hindi: readonly string[];
  /** Sentences of prose in columns, in reading order. */
  readonly order?: readonly string[];
}

/** A page as reader.py writes it. */
export interface ReaderPage {
  readonly text: string;
  readonly source: 'text' | 'ocr' | 'none';
  readonly words: readonly (readonly [number, number, number])[];
  readonly boxes: readonly (readonly [number, number, number, number] | null)[];
  readonly size: readonly [number, number];
  readonly unread?: number;
  readonly unread_areas?: readonly (readonly [number, number, number, number])[];
  readonly handwriting?: readonly (readonly [number, number, number, number])[];
  readonly hurried?: boolean;
}

export const pageReadOf = (page: ReaderPage, at: number): PageRead => ({
  number: at + 1,
  width: page.size[0],
  height: page.size[1],
  source: page.source,
  text: page.text,
  words: page.words.map(([start, end, confidence], nth) => ({
    start,
    end,
    confidence,
    box: page.boxes[nth] ?? null,
  })),
  unread: page.unread ?? 0,
  handwriting: page.handwriting ?? [],
  unreadAreas: page.unread_areas ?? [],
  hurried: page.hurried ?? false,
});

export interface Judgement {
  /** Values that were read with confidence and are correct. */
  readonly right: readonly string[];
  /** Values that were not read, or only with doubt. */
  readonly missing: readonly string[];
  /** Values that were read with confidence and are wrong. */
  readonly wrong: readonly string[];
  /** Those of the wrong values whose digits are wrong. */
  readonly wrongDigits: readonly string[];
  /** Whether a value is missing without a note on its page and without a doubtful value in its place. */
  readonly silent: boolean;
  readonly kindRight: boolean;
}

/** Confidence from which a value counts as sure. */
export const SURE = 0.6;

const plain = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
const money = (text: string): string => text.replaceAll(/[^\d.]/g, '').replace(/^\./, '');
const digits = (text: string): string => text.replaceAll(/\D/g, '');
/** Members with other names on some documents. */
const ALIASES: Readonly<Record<string, readonly string[]>> = { patient: ['patient', 'name'] };

const isSame = (name: string, read: string, known: string): boolean =>
  /^\d[\d,]*\.\d\d$/.test(known) && name !== 'policy'
    ? money(read) === money(known)
    : plain(read) === plain(known);

export const judgeDocument = (document: ReadDocument, truth: Truth): Judgement => {
  const right: string[] = [];
  const missing: string[] = [];
  const wrong: string[] = [];
  const wrongDigits: string[] = [];
  let silent = false;
  const noted = document.pages.some(({ notes }) => notes.length > 0);
  const judge = (name: string, known: string, found: readonly ReadMember[]): void => {
    const sure = found.filter(({ confidence, value }) => confidence >= SURE && value !== '');
    const others = sure.filter(({ value }) => !isSame(name, value, known));
    if (sure.length > others.length) right.push(name);
    else {
      missing.push(
        `${name}: ${known} | ${found.map(({ value, confidence }) => `${value} (${confidence})`).join('; ')}`,
      );
      if (found.length === sure.length && !noted) silent = true;
    }
    for (const { value } of others) {
      wrong.push(`${name}: ${value} instead of ${known}`);
      if (digits(known) !== '' && digits(value) !== digits(known))
        wrongDigits.push(`${name}: ${value} instead of ${known}`);
    }
  };
  for (const [name, known] of Object.entries(truth.members))
    judge(
      name,
      known,
      document.members.filter((member) => (ALIASES[name] ?? [name]).includes(member.name)),
    );
  const lines = document.members
    .filter(({ name }) => name === 'items')
    .map((member) => ({ member, line: JSON.parse(member.value) as Record<string, string> }));
  for (const [description, , , amount] of truth.items ?? []) {
    const line = lines.find((each) => plain(each.line['description'] ?? '') === plain(description));
    // A line whose description was misread, but with doubt, takes its place.
    const doubted = lines.find(
      (each) => each.member.confidence < SURE && money(each.line['amount'] ?? '') === money(amount),
    );
    judge(
      `items ${description}`,
      amount,
      line !== undefined
        ? [{ ...line.member, value: line.line['amount'] ?? '' }]
        : doubted !== undefined
          ? [{ ...doubted.member, value: '' }]
          : [],
    );
  }
  const known = new Set((truth.items ?? []).map(([description]) => plain(description)));
  for (const { member, line } of lines)
    if (!known.has(plain(line['description'] ?? '')) && member.confidence >= SURE)
      wrong.push(`items: ${line['description']}`);
  return { right, missing, wrong, wrongDigits, silent, kindRight: document.kind === truth.kind };
};

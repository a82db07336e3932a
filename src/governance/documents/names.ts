/** Finds people's names that are identified as names by a label or by a card's layout. */
import { isPanCard, readPanCard } from './pan-card.ts';
import { findRelatives, isRelativeLabel } from './relatives.ts';
import type { Source, Span } from './source.ts';
import { isLabelAt, TRANSLATED } from './translated-labels.ts';

export interface FoundName extends Span {
  readonly value: string;
  readonly confidence: number;
}

/**
 * Labels for names. "Bank name", "file name" and the like do not refer to a person, and "father's name" refers to another person.
 */
const LABEL = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?<what>(?:[\p{L}\p{M}'’.]{1,20} ){0,2})(?:name|नाम(?:${TRANSLATED})?)(?: of (?:the )?(?:[a-z]{2,14} ?){1,2})?(?: ?/ ?(?:name|नाम))?(?: as per [a-z]{2,10}(?: card)?)?(?:[ ]{0,3}[:=-][ ]{0,3}|(?<bare>[ ]{0,3}\n[ ]{0,3}|[ ]{1,3}(?=\p{Lu})))`,
  'giu',
);
const NOT_A_PERSON =
  /bank|branch|company|firm|trade|legal|file|user|product|item|goods|service|place|city|state|host|domain|scheme|policy|hospital|village|district|brand|school|business|supplier|vendor|बैंक|शाखा|अस्पताल/iu;

const NAME =
  /^(?:(?:mr|mrs|ms|smt|shri|sri|kumari|dr|श्री|श्रीमती|कुमारी)\.? )?[\p{L}\p{M}][\p{L}\p{M}.'’]*(?: [\p{L}\p{M}][\p{L}\p{M}.'’]*){0,4}/iu;
/** Marks the end of a name on its line: the next label or another relation. */
const ENDS =
  /[,;|\d(:]|\s{2}|\n| - |\b(?:dob|d\.o\.b|date|pan|aadhaar|aadhar|gstin|ifsc|[sdwch] ?\/ ?o|son|daughter|wife|father|gender|sex|male|female|mobile|phone|email|age|account|a\/c|address|and)\b|जन्म|पता|पुरुष|महिला/iu;

const TOO_LONG = 80;

export const nameAt = (plain: string, at: number): (Span & { readonly value: string }) | undefined => {
  const rest = plain.slice(at, at + TOO_LONG);
  const cut = ENDS.exec(rest);
  const piece = rest.slice(0, cut?.index ?? rest.length).trimEnd();
  const match = NAME.exec(piece);
  if (match === null || match[0].length !== piece.length || piece.replaceAll(/[^\p{L}]/gu, '').length < 2)
    return undefined;
  return NOT_A_NAME.test(piece) ? undefined : { start: at, end: at + piece.length, value: piece };
};

/** Words from headings on cards and forms. */
const NOT_A_NAME =
  /government|india|authority|unique|department|income|tax|card|account|number|permanent|republic|signature|male|female|gender|details|भारत|सरकार|आयकर|विभाग|प्राधिकरण|पहचान|लेखा|not available|\bna\b/iu;

export interface People {
  readonly name?: FoundName;
  readonly relative?: FoundName;
  /** All names, regardless of whose they are. None of them may be logged. */
  readonly all: readonly FoundName[];
}

/** Facts about a document known before the search for names. */
interface Known {
  readonly born: Span | undefined;
  readonly isCard: boolean;
  /** Whether the caller declared the document to be a PAN card. */
  readonly isPan: boolean;
}

/**
 * Finds the name of the person that the document is about, and the name of a parent or spouse. If there are several, the first
 * one counts.
 */
export const findPeople = (source: Source, { born, isCard, isPan }: Known): People => {
  const people: { name?: FoundName; relative?: FoundName } = {};
  const all: FoundName[] = [];
  const note = (role: 'name' | 'relative', value: Value, confidence: number): void => {
    const name = { ...value, confidence };
    people[role] ??= name;
    all.push(name);
  };
  if (isPanCard(source, isPan)) {
    const { holder, father, names } = readPanCard(source);
    all.push(...names.map((name) => ({ ...valueOf(source.plain, name), confidence: 0.6 })));
    // The positions identify the two names even if the labels are misread.
    if (holder !== undefined && father !== undefined) {
      note('name', valueOf(source.plain, holder), 0.85);
      note('relative', valueOf(source.plain, father), 0.85);
    }
  }
  for (const match of source.plain.matchAll(LABEL)) {
    const what = `${match.groups?.['what'] ?? ''} ${match[0]}`;
    if (NOT_A_PERSON.test(what)) continue;
    const value = nameAt(source.plain, match.index + match[0].length);
    if (value === undefined) continue;
    if (match.groups?.['bare'] !== undefined && isLabelAt(source.plain, value)) continue;
    note(isRelativeLabel(what) ? 'relative' : 'name', value, 0.9);
  }
  for (const at of findRelatives(source.plain)) {
    const value = nameAt(source.plain, at);
    if (value !== undefined && !NOT_A_PERSON.test(value.value)) note('relative', value, 0.85);
  }
  if (people.name === undefined && isCard && born !== undefined)
    for (const value of namesAbove(source.plain, born.start)) note('name', value, 0.6);
  return { ...people, all };
};

const valueOf = (plain: string, { start, end }: Span): Value => ({
  start,
  end,
  value: plain.slice(start, end).replaceAll(/\s+/g, ' '),
});

type Value = Span & { readonly value: string };

/**
 * Finds the names above the date of birth on an Aadhaar card. Such a card prints its holder's name there without a label, once
 * per script.
 */
const namesAbove = (plain: string, at: number): readonly Value[] => {
  const found: Value[] = [];
  let end = plain.lastIndexOf('\n', at - 1);
  for (let lines = 0; lines < 2 && end > 0; lines++) {
    const start = plain.lastIndexOf('\n', end - 1) + 1;
    const indent = plain.slice(start, end).search(/\S/);
    const name = indent < 0 ? undefined : nameAt(plain, start + indent);
    const whole = name !== undefined && name.end === start + plain.slice(start, end).trimEnd().length;
    if (name === undefined || !whole || !name.value.includes(' ')) break;
    found.push(name);
    end = start - 1;
  }
  return found;
};

/** Names of people where a label or the layout of a card says that they are names. */
import type { Source, Span } from './source.ts';

export interface FoundName extends Span {
  readonly value: string;
  readonly confidence: number;
}

/** "Bank name", "file name" and the like name no person; "father's name" names another one. */
const LABEL =
  /(?<![\p{L}\p{M}])(?<what>(?:[\p{L}\p{M}'’.]{1,20} ){0,2})(?:name|नाम)(?: of (?:the )?(?:[a-z]{2,14} ?){1,2})?(?: ?\/ ?(?:name|नाम))?(?: as per [a-z]{2,10}(?: card)?)?(?:[ ]{0,3}[:=-][ ]{0,3}|[ ]{0,3}\n[ ]{0,3}|[ ]{1,3}(?=\p{Lu}))/giu;
const NOT_A_PERSON =
  /bank|branch|company|firm|trade|legal|file|user|product|item|goods|service|place|city|state|host|domain|scheme|policy|hospital|village|district|brand|school|business|supplier|vendor|बैंक|शाखा/iu;
const RELATIVE = /father|mother|husband|wife|spouse|guardian|nominee|पिता|माता|पति|पत्नी/iu;

const NAME =
  /^(?:(?:mr|mrs|ms|smt|shri|sri|kumari|dr|श्री|श्रीमती|कुमारी)\.? )?[\p{L}\p{M}][\p{L}\p{M}.'’]*(?: [\p{L}\p{M}][\p{L}\p{M}.'’]*){0,4}/iu;
/** What ends a name on its line: the next label, another relation. */
const ENDS =
  /[,;|\d(:]|\s{2}|\n| - |\b(?:dob|d\.o\.b|date|pan|aadhaar|aadhar|gstin|ifsc|s\/o|d\/o|w\/o|c\/o|son|daughter|wife|father|gender|sex|male|female|mobile|phone|email|age|account|a\/c|address|and)\b|जन्म|पता|पुरुष|महिला/iu;

const TOO_LONG = 80;

const nameAt = (plain: string, at: number): (Span & { readonly value: string }) | undefined => {
  const rest = plain.slice(at, at + TOO_LONG);
  const cut = ENDS.exec(rest);
  const piece = rest.slice(0, cut?.index ?? rest.length).trimEnd();
  const match = NAME.exec(piece);
  if (match === null || match[0].length !== piece.length || piece.replaceAll(/[^\p{L}]/gu, '').length < 2)
    return undefined;
  return NOT_A_NAME.test(piece) ? undefined : { start: at, end: at + piece.length, value: piece };
};

/** Words of the headings that cards and forms have. */
const NOT_A_NAME =
  /government|india|authority|unique|department|income|tax|card|account|number|permanent|republic|signature|male|female|gender|details|भारत|सरकार|आयकर|विभाग|प्राधिकरण|पहचान|लेखा|not available|\bna\b/iu;

export interface People {
  readonly name?: FoundName;
  readonly relative?: FoundName;
  /** Every name, of whomever: none of them is for logs. */
  readonly all: readonly FoundName[];
}

/** The first labelled name of the document's own person, and of a parent or spouse. */
export const findPeople = (source: Source, born: Span | undefined, isCard: boolean): People => {
  const people: { name?: FoundName; relative?: FoundName } = {};
  const all: FoundName[] = [];
  for (const match of source.plain.matchAll(LABEL)) {
    const what = `${match.groups?.['what'] ?? ''} ${match[0]}`;
    if (NOT_A_PERSON.test(what)) continue;
    const value = nameAt(source.plain, match.index + match[0].length);
    if (value === undefined) continue;
    const name = { ...value, confidence: 0.9 };
    people[RELATIVE.test(what) ? 'relative' : 'name'] ??= name;
    all.push(name);
  }
  if (people.name === undefined && isCard && born !== undefined) {
    const above = namesAbove(source.plain, born.start).map((name) => ({ ...name, confidence: 0.6 }));
    if (above[0] !== undefined) people.name = above[0];
    all.push(...above);
  }
  return { ...people, all };
};

type Value = Span & { readonly value: string };

/** An Aadhaar card has its holder's name above the line of the birth, once for each script, without a label. */
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

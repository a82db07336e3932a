/** A landline number without an area code, recognisable only by its extension: "2304 428 (ext 31)". */
import { contextOf, edgeOf, type Detector } from '../candidate.ts';
import { LABEL, type Label } from '../page/labels.ts';
import { groupingKey, standsAlone } from '../numbers.ts';
import { SEP } from '../page/page.ts';

const GROUPINGS: readonly number[] = [
  groupingKey(6),
  groupingKey(7),
  groupingKey(8),
  groupingKey(3, 3),
  groupingKey(3, 4),
  groupingKey(4, 3),
  groupingKey(4, 4),
];

const EXTENSION = /^ ?[,/(-]? ?(?:ext|extn|extension)\b[ .:-]{0,3}(?:no[ .:]{0,2})?\d{1,5}(?!\d)/i;
const REACH = 28;

const CONTRARY: ReadonlySet<Label> = new Set<Label>([
  LABEL.other,
  LABEL.money,
  LABEL.account,
  LABEL.thing,
  LABEL.id,
]);

const isYear = (four: number): boolean => four >= 1900 && four < 2100;

/** Finds six to eight digits followed by an extension. A subscriber number starts with 2 to 7. */
export const findExtension: Detector = (search) => {
  const { page, chain, claimed, group, start } = search;
  const { digits } = chain;
  if (digits[0]! < 2 || digits[0]! > 7 || edgeOf(search) !== 0) return null;
  if (page.groupSep[group] !== SEP.none && claimed[group - 1] === 0) return null;
  for (let k = Math.min(1, chain.count - 1); k >= 0; k--) {
    if (!GROUPINGS.includes(chain.keys[k]!)) continue;
    const sep = chain.seps[1]!;
    if (k > 0 && sep !== SEP.space && sep !== SEP.hyphen) continue;
    if (k > 0 && isYear(digits[0]! * 1000 + digits[1]! * 100 + digits[2]! * 10 + digits[3]!)) continue;
    const end = page.groupEnd[group + k]!;
    const behind = String.fromCharCode(...page.codes.subarray(end, end + REACH));
    if (!EXTENSION.test(behind) || !standsAlone(page, chain, k, claimed)) continue;
    const { label, attached } = contextOf(search);
    if (attached && CONTRARY.has(label)) return null;
    return { type: 'phone', start, end, confidence: label === LABEL.phone ? 0.9 : 0.7 };
  }
  return null;
};

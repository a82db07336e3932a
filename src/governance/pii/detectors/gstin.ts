import { contextOf, type Detector } from '../candidate.ts';
import { LABEL } from '../page/labels.ts';
import { isAlnum, looksLike } from '../shapes.ts';
import { gstinCheckCharacter, gstinShape } from '../../identifiers/gstin.ts';

/** A placeholder printed on forms: all of the PAN's letters are the same, and so are all of its digits. */
const PICTURE = /^\d\d([A-Z])\1{4}(\d)\2{3}\1/;

/**
 * Collects fifteen letters and digits in upper case from unit `start`, skipping single spaces and hyphens, and returns their end.
 */
const collect = (
  codes: Uint16Array,
  start: number,
  length: number,
  spaced: boolean,
): { text: string; end: number } | null => {
  let text = '';
  let gaps = 0;
  for (let at = start; at < length; at++) {
    const code = codes[at]!;
    if (isAlnum(code)) {
      gaps = 0;
      text += String.fromCharCode(code >= 97 ? code - 32 : code);
      if (text.length === 15) return { text, end: at + 1 };
    } else if (!spaced || (code !== 32 && code !== 45) || ++gaps > 1) return null;
  }
  return null;
};

/**
 * Finds a published form that starts with a run of two or four digits. A correct check character is sufficient evidence; a wrong
 * one only lowers the confidence, because the form alone is unlikely to occur by chance. Under a GSTIN label, spaces and misread
 * characters are accepted.
 */
export const findGstin: Detector = (search) => {
  const { page, group, start } = search;
  const { codes } = page;
  const first = page.groupEnd[group]! - start;
  if (first !== 2 && first !== 4) return null;
  const after = codes[page.groupEnd[group]!] ?? 32;
  const spaced = after === 32 || after === 45;
  if (!isAlnum(after) && !spaced) return null;
  const glued = start > 0 && isAlnum(codes[start - 1]!);
  const found = collect(codes, start, page.length, false) ?? collect(codes, start, page.length, true);
  if (!found) return null;
  const shaped = gstinShape(found.text);
  // Few digit runs start something that looks like a GSTIN. Only those are worth a label lookup.
  if (!shaped && !(found.end - start === 15 && looksLike(codes, start, 'DDLLLLLDDDDLAAA'))) return null;
  // A regular form with spaces needs no label if its check character is correct.
  const proved =
    !glued && shaped && found.text[13] === 'Z' && gstinCheckCharacter(found.text) === found.text[14];
  if (!proved && (glued || spaced || found.end - start > 15)) {
    const { label, attached } = contextOf(search);
    if (!attached || ((glued || spaced) && label !== LABEL.gstin)) return null;
  }
  const { label, attached } = contextOf(search);
  const labelled = label === LABEL.gstin;
  const next = found.end < page.length ? codes[found.end]! : 32;
  // Under a label, lower-case letters may follow the capitals without a gap: "GSTIN29…Zdated".
  if (isAlnum(next) && !(labelled && attached && next >= 97 && codes[found.end - 1]! < 97)) return null;
  if (shaped) {
    if (PICTURE.test(found.text)) return null;
    const valid = gstinCheckCharacter(found.text) === found.text[14];
    if (found.end - start > 15 && !labelled && !proved) return null;
    return {
      type: 'gstin',
      start,
      end: found.end,
      confidence: valid ? (labelled ? 0.99 : 0.95) : labelled ? 0.6 : 0.55,
    };
  }
  return labelled && attached ? { type: 'gstin', start, end: found.end, confidence: 0.55 } : null;
};

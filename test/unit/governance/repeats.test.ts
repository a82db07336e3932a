import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownIn } from '../../../src/governance/known.ts';
import { maskJson, maskText } from '../../../src/governance/mask.ts';
import { recordable } from '../../../src/governance/recordable.ts';
import { scan } from '../../../src/governance/scan.ts';
import { grouped, makeAadhaar, makeCard, makeGstin, makePan, makePhone } from '../../helpers/identifiers.ts';
import { runs } from '../../helpers/runs.ts';

const AADHAAR = makeAadhaar(21);
const PAN = makePan(4, 'P');

/** A label and an identifier of that type. */
const labelled = fc.oneof(
  fc.nat().map((seed) => ['aadhaar', makeAadhaar(seed)] as const),
  fc.nat().map((seed) => ['card', makeCard(seed)] as const),
  fc.nat().map((seed) => ['phone', makePhone(seed)] as const),
  fc.nat().map((seed) => ['PAN', makePan(seed)] as const),
  fc.nat().map((seed) => ['GSTIN', makeGstin(seed)] as const),
);

const gap = fc.constantFrom('', ' ', '\t', '-', '/', '.', ')(', '][', '","', "' '", ' - ', '\n', '_', '</');

/** Returns the value with gaps between some of its characters. */
const written = (value: string, gaps: readonly string[]): string =>
  [...value]
    .map((char, at) => (at === 0 || at % 4 !== 0 ? char : `${gaps[at % gaps.length]}${char}`))
    .join('');

const compact = (text: string): string => text.replaceAll(/[^\dA-Za-z]/g, '').toUpperCase();

describe('Masking repeats of an identifier', () => {
  it('the scan masks every repeat of a found identifier, in any format', () => {
    fc.assert(
      fc.property(
        labelled,
        fc.array(gap, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.constantFrom('xyz', 'ref_', 'https://', 'order no '),
        fc.constantFrom('q', '.pdf', '_1', ' is closed'),
        ([label, value], gaps, before, head, tail) => {
          const again = `${head}${written(value, gaps)}${tail}`;
          const first = `${label}: ${value}`;
          const text = before
            ? `${again}\n\nthe papers say\n\n${first}`
            : `${first}\n\nthe papers say\n\n${again}`;
          fc.pre(
            scan(text).findings.some((found) => compact(text.slice(found.start, found.end)).endsWith(value)),
          );
          const { masked } = scan(text);
          expect(compact(masked)).not.toContain(value);
          expect(maskText(text)).toBe(masked);
          expect(scan(masked).masked).toBe(masked);
        },
      ),
      runs(1000),
    );
  });

  it.each([
    ['aadhaar 298765432101 utr 298765432101', 'aadhaar XXXXXXXX2101 utr XXXXXXXX2101'],
    ['Aadhaar: 2345 6789 1238\nref x234567891238y', 'Aadhaar: XXXX XXXX 1238\nref xXXXXXXXX1238y'],
    ['Aadhaar: 2345 6789 1238 (2345)(6789)(1238)', 'Aadhaar: XXXX XXXX 1238 (XXXX)(XXXX)(1238)'],
    ['Aadhaar: 2345 6789 1238, 2345/6789/1238', 'Aadhaar: XXXX XXXX 1238, XXXX/XXXX/1238'],
    ['Aadhaar: 2345 6789 1238, 2345<6789>1238', 'Aadhaar: XXXX XXXX 1238, XXXX<XXXX>1238'],
    ['Aadhaar: 2345 6789 1238 as ५२३४५६७८९१२३८', 'Aadhaar: XXXX XXXX 1238 as ५XXXXXXXX१२३८'],
    ['PAN: ABCPK1234L file xABCPK1234Ly.pdf', 'PAN: ABXXXXXXXL file xABXXXXXXXLy.pdf'],
    ['PAN: ABCPK1234L at abcpk1234l.example.in', 'PAN: ABXXXXXXXL at abXXXXXXXl.example.in'],
    ['GSTIN 27AAPFU0939F1ZV, file xAAPFU0939Fy', 'GSTIN 27XXXXXXXXXX1ZV, file xAAXXXXXXXFy'],
    ['call +91 98765 43210, file x9876543210y', 'call +91 XXXXX X3210, file xXXXXXX3210y'],
    [
      'x234567891238y first, then Aadhaar 2345 6789 1238',
      'xXXXXXXXX1238y first, then Aadhaar XXXX XXXX 1238',
    ],
  ])('the masked copy hides both places in: %s', (text, masked) => {
    expect(scan(text).masked).toBe(masked);
    expect(maskText(masked)).toBe(masked);
  });

  it('a repeat of an identifier is masked but not counted', () => {
    const { entities, findings } = scan('Aadhaar: 2345 6789 1238 ref x234567891238y');
    expect([entities, findings.length]).toEqual([{ aadhaar: 1 }, 1]);
  });

  it('other numbers next to a known identifier stay readable', () => {
    const text = 'Aadhaar: 2345 6789 1238, order 298765432101, IFSC HDFC0001234, sum 6789 1238';
    expect(scan(text).masked).toBe(
      'Aadhaar: XXXX XXXX 1238, order 298765432101, IFSC HDFC0001234, sum 6789 1238',
    );
  });

  it('maskJson masks an identifier in every member of a value', () => {
    const value = {
      aadhaar: grouped(AADHAAR, [4, 4, 4], ' '),
      note: { id: `CLM-${grouped(AADHAAR, [8, 4], '-')}` },
      [`file_x${AADHAAR}y`]: [`as ${grouped(AADHAAR, [6, 6], '/')}`],
      order_id: Number(AADHAAR),
    };
    expect(compact(JSON.stringify(maskJson(value)))).not.toContain(AADHAAR);
  });

  it('an identifier found in one part of a record is masked in another part', () => {
    const known = knownIn(`PAN ${PAN}`, { aadhaar: AADHAAR });
    expect(maskText(`x${AADHAAR}.${PAN.toLowerCase()}z`, known)).toBe(
      `xXXXXXXXX${AADHAAR.slice(-4)}.${PAN.slice(0, 2).toLowerCase()}XXXXXXX${PAN.slice(-1).toLowerCase()}z`,
    );
    expect(maskText(`x${AADHAAR}y`)).toBe(`x${AADHAAR}y`);
  });

  it('identifiers are found at any depth of a record', () => {
    let deep: unknown = `Aadhaar ${makeAadhaar(7)}`;
    for (let level = 0; level < 20_000; level += 1) deep = { deep };
    expect(maskText(makeAadhaar(7), knownIn(deep))).toMatch(/^X{8}\d{4}$/);
  });

  it('recordable text hides an identifier of its case in any format', () => {
    const known = knownIn({ aadhaar: '2345 6789 1238' });
    expect(recordable('CLM 23456789-1238 seen', 64, known)).toBe('CLM XXXXXXXX-1238 seen');
    expect(recordable('CLM-(2345)(6789)(1238)', 64, known)).not.toMatch(/2345|6789/);
  });

  it('text with very many identifiers is masked everywhere', () => {
    const numbers = Array.from({ length: 3_000 }, (_, nth) => makeAadhaar(nth));
    const text = numbers.map((one) => `aadhaar ${one} ref x${one}y`).join('\n');
    const masked = maskText(text);
    expect(masked.match(/\d{5,}/g)).toBeNull();
  });
});

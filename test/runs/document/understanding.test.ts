import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { understand } from '../../../src/governance/documents/understanding/understand.ts';
import { type Judgement, judgeDocument, pageReadOf } from '../../helpers/document-truth.ts';
import {
  HANDWRITING_FILES,
  MADE_DOCUMENT_FILES,
  type MadeKind,
  type MeasuredDocument,
  measuring,
} from '../../helpers/made-documents.ts';
import { FIRST_BUILD_MS, openTestHost, type TestHost } from '../../helpers/sandbox-host.ts';

let test: TestHost;
beforeAll(async () => {
  test = await openTestHost({ depth: { min: 0, max: 1 } });
}, FIRST_BUILD_MS);
afterAll(async () => test.close());

/** Runs a program beside the reader, and returns what it writes to `measured.json`. */
const measuredBy = async (code: string): Promise<unknown> => {
  const sandbox = await test.host.open({
    profile: 'data',
    teamId: 'team_test',
    run: 'test',
    lifetimeMs: 180_000,
  });
  try {
    const { exit_code, stderr } = await sandbox.run({
      language: 'python',
      code,
      files: [...MADE_DOCUMENT_FILES, ...HANDWRITING_FILES],
      timeoutMs: 170_000,
    });
    expect({ exit_code, stderr }).toMatchObject({ exit_code: 0 });
    const file = await sandbox.readFile('measured.json', 4 * 1024 * 1024);
    return JSON.parse(file!.content.toString());
  } finally {
    sandbox.retire();
  }
};

const readIn = async (
  way: 'scan' | 'photo',
  seeds: readonly number[],
  what: MadeKind = 'usual',
): Promise<readonly MeasuredDocument[]> =>
  (await measuredBy(measuring('tuning', way, seeds, { what }))) as readonly MeasuredDocument[];

// A short word that is read again is a picture of a few pixels.
const OF_FEW_PIXELS = `
import json
import PIL.Image
from pictures import unruled
sizes = [(1, 1), (1, 30), (30, 1), (9, 30), (30, 30), (3, 399), (399, 3)]
found = [unruled(PIL.Image.new('L', size, 20)).size for size in sizes]
table = PIL.Image.new('L', (800, 800), 255)
table.paste(20, (40, 400, 760, 403))
found.append(unruled(table).getextrema())
with open('/tmp/measured.json', 'w') as file:
    json.dump(found, file)
`;

const judged = ({ read, truth }: MeasuredDocument): Judgement =>
  judgeDocument(understand(read.pages.map(pageReadOf)), truth);

describe('A made-up document that was read in the sandbox', { timeout: 240_000 }, () => {
  it('a scanned claim form, discharge summary and bill supply their values without a wrong digit', async () => {
    const documents = await readIn('scan', [6, 7, 8]);
    const [form, summary, bill] = documents.map(judged);
    expect([form, summary]).toMatchObject([
      { kindRight: true, missing: [], wrong: [] },
      { kindRight: true, missing: [], wrong: [] },
    ]);
    // The bill is set in small print, so that a line of it may be lost.
    expect(bill).toMatchObject({ kindRight: true, wrongDigits: [] });
    expect(bill!.right.length).toBeGreaterThanOrEqual(15);
    // A sandbox has 1 GiB.
    expect(Math.max(...documents.map(({ mb }) => mb))).toBeLessThan(600);
  });

  it('a photographed cheque on its side supplies its codes, each with its place on the photo', async () => {
    const [document] = await readIn('photo', [4]);
    const { members } = understand(document!.read.pages.map(pageReadOf));
    const [width, height] = document!.read.pages[0]!.size;
    expect(judged(document!)).toMatchObject({ kindRight: true, missing: [], wrong: [] });
    const ifsc = members.find(({ name }) => name === 'ifsc')!;
    // The photo shows the cheque's lines from bottom to top, so a word is higher than wide.
    expect(ifsc.box[3] - ifsc.box[1]).toBeGreaterThan(3 * (ifsc.box[2] - ifsc.box[0]));
    expect(ifsc.box[0]).toBeGreaterThan(0);
    expect(ifsc.box[2]).toBeLessThan(width);
    expect(ifsc.box[3]).toBeLessThan(height);
  });

  it('a photographed bill supplies its lines although the edge of a shadow crosses it', async () => {
    const [document] = await readIn('photo', [104]);
    const { right, wrong, silent } = judged(document!);
    expect({ wrong, silent }).toEqual({ wrong: [], silent: false });
    expect(right.filter((name) => name.startsWith('items')).length).toBeGreaterThanOrEqual(6);
  });

  it('values in handwriting are not read, and the page has a note', async () => {
    const [document] = await readIn('scan', [2], 'hand');
    const { members, pages } = understand(document!.read.pages.map(pageReadOf));
    expect(judged(document!)).toMatchObject({ kindRight: true, right: [], wrong: [], silent: false });
    expect(members.filter(({ name }) => ['patient', 'diagnosis'].includes(name))).toMatchObject([
      { value: '', source: 'handwriting', confidence: 0 },
      { value: '', source: 'handwriting', confidence: 0 },
    ]);
    expect(pages[0]!.notes).toContain('handwriting');
  });

  it('a photographed form in Hindi supplies its values', async () => {
    const [document] = await readIn('photo', [5], 'hindi');
    expect(judged(document!)).toMatchObject({ kindRight: true, missing: [], wrong: [] });
  });

  it('the lines of tables are removed, and a picture of a few pixels has none', async () => {
    expect(await measuredBy(OF_FEW_PIXELS)).toEqual([
      [1, 1],
      [1, 30],
      [30, 1],
      [9, 30],
      [30, 30],
      [3, 399],
      [399, 3],
      [255, 255],
    ]);
  });

  it('prose in two columns is read one column after the other', async () => {
    const [document] = await readIn('scan', [0], 'columns');
    const text = document!.read.pages[0]!.text.replaceAll(/\s+/g, ' ');
    const places = document!.truth.order!.map((sentence) => text.indexOf(sentence));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});

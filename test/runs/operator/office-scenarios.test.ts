import { describe, expect, it } from 'vitest';
import { openai } from '../../model-provider/openai.ts';
import { whole } from '../../model-provider/replies.ts';
import type { Script } from '../../model-provider/server.ts';
import { press, turn, type, useOperatorLab, wait } from './operators.ts';
import { dumpScreens } from './screens.ts';
import { desktopShell } from './shell.ts';

type Action = Readonly<Record<string, unknown>>;

const click = (x: number, y: number): Action => ({ action: 'click', at: [x, y] });

const HINDI = 'नमस्ते भारत ₹५०० 😀 क्षत्रज्ञ';
const DOCUMENTS = '/home/operator/Documents';
/** Saves the document under a name whose extension sets the format. */
const saveAs = (name: string): readonly (readonly Action[])[] => [
  [press('ctrl+shift+s'), wait(2_500)],
  [press('ctrl+a'), type(`${DOCUMENTS}/${name}`), press('Return'), wait(2_500)],
];

/**
 * Minimum size of a picture that shows a window: a picture of an empty desktop is small, and one of a window full of buttons is
 * large.
 */
const WINDOW_BASE64 = 30_000;

const lab = await useOperatorLab();

/**
 * Opens a program, looks at the screen until its window is there, as a model would, and plays the turns. Keeps the run going
 * until the files that it saved have been read.
 */
const play = async (
  app: string,
  turns: readonly (readonly Action[])[],
  names: readonly string[],
): Promise<readonly Buffer[]> => {
  const played = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  let at = -1;
  const script: Script = async ({ n, raw }) => {
    if (n === 1) return whole(openai, turn({ action: 'open_app', app }));
    const picture = raw.slice(raw.lastIndexOf('base64,')).length;
    if (at === -1 && picture < WINDOW_BASE64) return whole(openai, turn(wait(2_000)));
    at += 1;
    const calls = turns[at];
    if (calls !== undefined) return whole(openai, turn(...calls));
    played.resolve();
    await looked.promise;
    return whole(openai, turn({ action: 'finish', success: true, result: 'done' }));
  };
  const { run_id } = await lab.start({ max_steps: 200 }, script);
  await Promise.race([played.promise, lab.done(run_id)]);
  const shell = desktopShell(lab.service);
  const files: Buffer[] = [];
  for (const name of names) files.push(await shell.run(run_id, `cat ${DOCUMENTS}/${name}`));
  looked.resolve();
  const run = await lab.done(run_id);
  await dumpScreens(lab, run_id);
  expect(run.steps.filter(({ status }) => status !== 'done')).toEqual([]);
  expect(run.success).toBe(true);
  return files;
};

describe('Office programs', { timeout: 300_000 }, () => {
  it('an operator writes a letter in Hindi, replaces text, makes it bold and saves it in two formats', async () => {
    const { entryOfZip } = desktopShell(lab.service);
    const turns = [
      [type(`Claim open, ${HINDI} open (c) it's "so"\nSecond line`)],
      [press('shift+Home'), press('ctrl+b'), press('ctrl+Home')],
      [press('ctrl+h'), wait(2_000)],
      [type('open'), click(640, 322), type('बंद'), click(894, 377), wait(1_500)],
      // A separate window reports the search results.
      [press('Escape'), wait(500), press('Escape'), wait(500)],
      ...saveAs('letter.odt'),
      ...saveAs('letter.docx'),
    ];
    const [odt, docx] = await play('writer', turns, ['letter.odt', 'letter.docx']);
    const content = await entryOfZip(odt!, 'content.xml');
    expect(content).toContain(`Claim बंद, ${HINDI} बंद (c) it`);
    expect(content).toMatch(/fo:font-weight="bold"[^]*>Second line</);
    const word = await entryOfZip(docx!, 'word/document.xml');
    expect(word.replaceAll(/<[^>]*>/g, '')).toContain(`Claim बंद, ${HINDI} बंद (c) it`);
    expect(word).toMatch(/<w:b( w:val="true")?\/>/);
  });

  it('an operator calculates in a spreadsheet, fills cells down and saves it in formats that other programs can read', async () => {
    const { entryOfZip } = desktopShell(lab.service);
    const turns = [
      [
        type(
          'Claim\tAmount\tTax\nCLM-1\t1000\t=B2*0.18\nCLM-2\t2000\nCLM-3\t3000\nSum\t=SUM(B2:B4)\t=IF(B5>5000;"high";"low")\n',
        ),
      ],
      [press('ctrl+Home'), press('Down'), press('Right', 2), press('shift+Down', 2), press('ctrl+d')],
      ...saveAs('sheet.ods'),
      ...saveAs('sheet.xlsx'),
      ...saveAs('sheet.csv'),
      // A dialog asks how to write the text file.
      [press('Return'), wait(2_000)],
    ];
    const [ods, xlsx, csv] = await play('calc', turns, ['sheet.ods', 'sheet.xlsx', 'sheet.csv']);
    const content = await entryOfZip(ods!, 'content.xml');
    expect(content).toContain('of:=SUM([.B2:.B4])');
    expect(content).toContain('office:value="540"');
    const sheet = await entryOfZip(xlsx!, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('B4*0.18');
    expect(csv!.toString()).toBe(
      'Claim,Amount,Tax\nCLM-1,1000,180\nCLM-2,2000,360\nCLM-3,3000,540\nSum,6000,high\n',
    );
  });
});

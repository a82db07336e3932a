import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { pageOf } from '../helpers/pdf.ts';
import { python, useScriptedModel } from '../helpers/scripted-model.ts';
import {
  expectAccessible,
  expectText,
  naturalWidth,
  SLOW,
  useConsole,
  WITHOUT_POLLING,
} from './use-console.ts';

const model = await useScriptedModel();
const { service, visit } = await useConsole({ sandboxes: true, provider: model.provider });

const DRAW =
  "import matplotlib.pyplot as plt\ndf.plot.bar(x='city', y='amount')\nplt.savefig('/tmp/sales.png')\nshow_table(df, 'all')";

it('a text is scanned, and each identifier is marked in its place', SLOW, async () => {
  const page = await visit({ roles: ['analyst'] });
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('नमस्ते 🙂 PAN ABCPK1234L, call 98765 43210.');
  await page.getByRole('button', { name: 'Scan', exact: true }).click();
  await expectText(page, '2 identifiers were found');
  const marks = page.locator('pre.marked mark');
  expect(await marks.allInnerTexts()).toEqual([
    expect.stringMatching(/^ABCPK1234L\s*PAN \d+%$/),
    expect.stringMatching(/^98765 43210\s*Phone \d+%$/),
  ]);
  await expectText(page, /The text with its identifiers masked\s+नमस्ते 🙂 PAN (?!ABCPK)/);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Prove these rows in this browser' }).click();
  await page.waitForURL('**/console/ledger/proof?ref=*');
  await expect.poll(async () => page.getByLabel('Ledger reference').inputValue()).not.toBe('');
});

it('a dropped document is read, with marks at what was found in its text', SLOW, async () => {
  const page = await visit({ roles: ['analyst'] });
  await page.goto(`${service.url}/console/ask/extract`);
  await page.getByLabel(/A PDF file or a picture/).setInputFiles({
    name: 'invoice.pdf',
    mimeType: 'application/pdf',
    buffer: pageOf('Helvetica', ['TAX INVOICE', 'GSTIN 24ADECL4057G1ZI', 'Total Rs 1,23,456.78']),
  });
  await expectText(page, 'What was read');
  await expect
    .poll(async () => page.locator('mark').allInnerTexts())
    .toContainEqual(expect.stringMatching(/^24ADECL4057G1ZI\s*GSTIN$/));
  await expectText(page, 'invoice.pdf');
  await expectAccessible(page);
});

it('code runs with a file, and its output, chart and file are returned', SLOW, async () => {
  const page = await visit({ roles: ['analyst'] });
  await page.goto(`${service.url}/console/ask/code`);
  await page
    .getByLabel('Code', { exact: true })
    .fill(
      "import matplotlib.pyplot as plt\n# <b>not bold</b>\ntext = open('in.txt').read()\nprint(text.upper())\nplt.plot([1, 3])\nopen('out.txt', 'w').write(text[::-1])\n41 + 1",
    );
  expect(await page.locator('.editor .hljs-keyword').first().innerText()).toBe('import');
  expect(await page.locator('.editor .hljs-comment').innerText()).toBe('# <b>not bold</b>');
  await page.getByLabel(/Files for it/).setInputFiles({
    name: 'in.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('namaste'),
  });
  await page.getByLabel(/Names of files to give back/).fill('out.txt');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Run it' }).click();
  await expectText(page, /Exit code 0 after/);
  await expectText(page, 'NAMASTE');
  await expectText(page, '42');
  const chart = page.locator('figure img');
  expect(await chart.evaluate(naturalWidth)).toBeGreaterThan(100);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download out.txt' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe('etsaman');
  await expectAccessible(page);
  await page.getByLabel('Code', { exact: true }).fill('1 / 0');
  await page.getByRole('button', { name: 'Run it' }).click();
  await expectText(page, 'ZeroDivisionError');
  await expectText(page, /Exit code 1 after/);
});

it(
  'a person starts an agent task, follows it step by step, and uses its file again by its id',
  SLOW,
  async () => {
    const held = Promise.withResolvers<void>();
    model.play('ui-task', [
      python("open('/tmp/list.txt', 'w').write('kept')\nprint(2 + 1)"),
      async () => {
        await held.promise;
        return { text: 'There are 3.' };
      },
    ]);
    const page = await visit({ roles: ['analyst'] });
    await page.addInitScript(WITHOUT_POLLING);
    await page.goto(`${service.url}/console/ask/task`);
    await expectText(page, 'There are none yet.');
    await page.getByLabel('What the agent should do').fill('[ui-task] Count.');
    await page.getByRole('button', { name: 'Start the task' }).click();
    await page.waitForURL(/\/ask\/task\/task-/);
    await expectText(page, 'The model calls: run Python');
    await expectText(page, 'print(2 + 1)');
    await expectText(page, 'There is no answer yet.');
    await expectAccessible(page);
    held.resolve();
    await expectText(page, /Answer\s+There are 3\./);
    await expectText(page, 'list.txt');
    const id = /file_[0-9a-f]{32}/.exec(await page.innerText('main'))![0];

    model.play('ui-again', [python("print(open('/tmp/list.txt').read())"), { text: 'It says kept.' }]);
    await page.goto(`${service.url}/console/ask/task`);
    await page.getByLabel('Ids of files').fill(id);
    await page.getByLabel('What the agent should do').fill('[ui-again] Read it.');
    await page.getByRole('button', { name: 'Start the task' }).click();
    await expectText(page, /Answer\s+It says kept\./);
    await page.goto(`${service.url}/console/ask/task`);
    await expect.poll(async () => page.getByRole('link', { name: /^task-/ }).count()).toBe(2);
  },
);

it(
  'a question about data is answered with a chart, a table and an explanation of how the data was read',
  SLOW,
  async () => {
    model.play('ui-data', [python(DRAW), { text: 'Surat sold most.' }]);
    const page = await visit({ roles: ['analyst'], viewport: { width: 768, height: 1_024 } });
    await page.goto(`${service.url}/console/ask/analysis`);
    await page.getByLabel('Your question').fill('[ui-data] Which city sold most?');
    await page.getByLabel(/Data: CSV/).setInputFiles({
      name: 'cities.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('city,amount\nPune,"1,000.25"\nSurat,"2,000.25"\n'),
    });
    await page.getByRole('button', { name: 'Ask it' }).click();
    await page.waitForURL(/\/ask\/analysis\/analyze-/);
    await expectText(page, 'Surat sold most.');
    expect(await page.getByAltText('Chart sales.png').evaluate(naturalWidth)).toBeGreaterThan(100);
    const table = page.getByRole('region', { name: 'all' });
    expect(await table.locator('tbody tr').allInnerTexts()).toEqual(['Pune\t1,000.25', 'Surat\t2,000.25']);
    const read = page.getByRole('region', { name: 'The data as the service read it' });
    expect(await read.innerText()).toMatch(/2 rows[^]*city[^]*amount/);
    await expectAccessible(page);
  },
);

it('people without the scope see an explanation instead of a form', SLOW, async () => {
  const page = await visit({ roles: ['viewer'] });
  await page.goto(`${service.url}/console/ask/code`);
  await expectText(page, 'Your roles do not allow this.');
  expect(await page.getByRole('button', { name: 'Run it' }).count()).toBe(0);
});

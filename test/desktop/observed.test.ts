import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../runs/operator/pages.ts';
import { click, type DesktopLab, key, onPage, startDesktopLab, type } from './lab.ts';

const place = (x: number, y: number, width: number, height: number): string =>
  at(x, y, width, height).replace('class=at style="', 'style="position:absolute;');

const form = (
  name: string,
): string => `<style>*{box-sizing:border-box}</style><form onsubmit="return false"><p>words of ${name}</p>
  <input placeholder="${name} name" ${place(20, 40, 200, 30)}><input type=password ${place(20, 90, 200, 30)}>
  <button ${place(20, 140, 200, 40)}>Send ${name}</button></form>`;

/** Returns a minimal PDF with one line of text. It has no cross-reference table, which PDF readers rebuild. */
const pdfOf = (line: string): string => {
  const drawing = `BT /F 24 Tf 20 200 Td (${line}) Tj ET`;
  return [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj',
    `4 0 obj<</Length ${drawing.length}>>stream\n${drawing}\nendstream endobj`,
    '5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj',
    'trailer<</Root 1 0 R>>',
  ].join('\n');
};

const PAGES = {
  '/shadow.html': `<open-form ${place(100, 20, 400, 200)}></open-form><closed-form ${place(600, 20, 400, 200)}></closed-form>
    <script>for (const mode of ['open', 'closed']) customElements.define(mode + '-form', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode }).innerHTML = ${JSON.stringify(form('MODE'))}.replaceAll('MODE', mode); } });</script>`,
  '/frames.html': `<p>outside</p><iframe src="/own.html" ${place(100, 60, 400, 250)}></iframe>
    <iframe src="http://other.test/other.html" ${place(600, 60, 400, 250)}></iframe>`,
  '/own.html': form('own'),
  'other.test/other.html': form('other'),
  '/fields.html': `<form id=f onsubmit="return false" oninput="tell({ state: f.state.value, day: f.day.value, time: f.time.value, range: f.range.value })">
    <label>State <select name=state><option>Kerala<option>Punjab<option>Gujarat</select></label>
    <label>Day <input type=date name=day></label><label>Time <input type=time name=time></label>
    <label>Range <input type=range name=range min=0 max=10></label><input list=cities placeholder=City><datalist id=cities><option>Pune</datalist></form>
    <div role=combobox aria-controls=banks tabindex=0>Bank</div><ul id=banks role=listbox><li role=option>SBI</ul>
    <table><tr><td style="cursor:pointer">CLM-1<td onclick="0">CLM-2<td>CLM-3</table>`,
  '/boxes.html': `<button ${place(100, 50, 200, 60)} onclick="tell({ confirmed: confirm('Pay ₹5,000?') })">Pay</button>
    <button ${place(100, 150, 200, 60)} onclick="tell({ answer: prompt('Which policy?', 'HI-1') })">Ask</button>`,
  '/policy.pdf': pdfOf('Policy HI-1001'),
  '/plain.html': `<input ${place(100, 50, 300, 40)}><p>plain</p>`,
};

let lab: DesktopLab;
beforeAll(async () => {
  lab = await startDesktopLab(PAGES);
}, 900_000);
afterAll(async () => lab.close());

describe('A page’s text', { timeout: 120_000 }, () => {
  it('the text includes open and closed shadow roots at their position', async () => {
    await lab.open('/shadow.html');
    const told = await lab.seen(/Send closed/);
    expect(told).toMatch(/textbox "open name" at \[220, 162\]/);
    expect(told).toMatch(/textbox "closed name" at \[720, 162\]/);
    expect(told).toMatch(/words of open/);
    expect(told).toMatch(/words of closed/);
    const at = await lab.place(/textbox "closed name"/);
    await lab.act({ action: 'click', at }, type('Asha'));
    await lab.seen(/"closed name" = "Asha"/);
  });

  it('the text includes frames, even those from other hosts', async () => {
    await lab.open('/frames.html');
    const told = await lab.seen(/Send other/);
    for (const words of ['outside', 'words of own', 'words of other']) expect(told).toContain(words);
    await lab.act({ action: 'click', at: await lab.place(/"other name"/) }, type('Ravi'));
    await lab.seen(/"other name" = "Ravi"/);
  });

  it('the text lists clickable cells and the options of lists and comboboxes', async () => {
    await lab.open('/fields.html');
    const told = await lab.seen(/cell "CLM-1"/);
    expect(told).toMatch(/list "State" = "Kerala" .* options: "Kerala", "Punjab", "Gujarat"/);
    expect(told).toMatch(/textbox "City" .* options: "Pune"/);
    expect(told).toMatch(/combobox "Bank" .* options: "SBI"/);
    expect(told).toMatch(/cell "CLM-2"/);
    expect(told).not.toMatch(/cell "CLM-3"/);
  });

  it('the text includes a message box’s words while the box covers the page', async () => {
    await lab.open('/boxes.html');
    await lab.act(click(200, 80));
    expect(await lab.seen(/message box/)).toMatch(/\(confirm\)[^]*It says: Pay ₹5,000\?/);
    expect(await lab.risks(key('Return'))).toContain('submit');
    await lab.act(key('Escape'));
    await lab.reported(({ confirmed }) => confirmed === false);
    await lab.act(click(200, 180));
    expect(await lab.seen(/Which policy/)).toContain('Its field contains: HI-1');
    await lab.act(key('Escape'));
    await lab.seen(/button "Pay"/);
  });

  it('the text includes a PDF’s words', async () => {
    await lab.open('/policy.pdf');
    expect(await lab.seen(/The PDF: /)).toContain('The PDF: Policy HI-1001');
    expect(await lab.seen(/The PDF: /)).not.toContain('no text');
  });

  it('the text never reuses a ref for a second element', async () => {
    await lab.open('/plain.html');
    const first = await lab.ref(/textbox/);
    await lab.act(key('F5'));
    await expect.poll(async () => lab.ref(/textbox/), { timeout: 30_000 }).not.toBe(first);
  });
});

describe('A field with its own input handling', { timeout: 120_000 }, () => {
  it('a field accepts an option by its label and a date in Indian notation', async () => {
    await lab.open('/fields.html');
    const fill = async (line: RegExp, text: string) => {
      const ref = await lab.ref(line);
      return lab.act({ action: 'fill', at: [0, 0], ref, text });
    };
    await fill(/ list "State"/, 'gujarat');
    await lab.reported(({ state }) => state === 'Gujarat');
    await fill(/ date "Day"/, '05/03/2026');
    await lab.reported(({ day }) => day === '2026-03-05');
    await fill(/ date "Day"/, '2026-04-06');
    await lab.reported(({ day }) => day === '2026-04-06');
    await fill(/ time "Time"/, '14:30');
    await lab.reported(({ time }) => time === '14:30');
    await fill(/ slider "Range"/, '7');
    await lab.reported(({ range }) => range === '7');
    expect((await fill(/ list "State"/, 'Delhi')).untaken).toBe('not-taken');
    expect((await fill(/ date "Day"/, 'tomorrow')).untaken).toBe('not-taken');
    expect((await fill(/ slider "Range"/, '70')).untaken).toBe('not-taken');
    await lab.seen(/date "Day" = "2026-04-06"/);
  });
});

describe('Actions that need a person’s approval', { timeout: 120_000 }, () => {
  it('sending a form from a shadow root needs approval, whether by click, press and release, drag or keys', async () => {
    await lab.open('/shadow.html');
    for (const line of [/button "Send open"/, /button "Send closed"/]) {
      const at = await lab.place(line);
      expect(await lab.risks({ action: 'click', at })).toContain('submit');
      expect(await lab.risks({ action: 'drag', path: [at, [at[0] + 4, at[1]]] })).toContain('submit');
      await lab.act({ action: 'move', at });
      expect(await lab.risks({ action: 'down' })).toContain('submit');
      expect(await lab.risks({ action: 'up' })).toContain('submit');
    }
    await lab.act({ action: 'move', at: onPage(500, 400) });
    expect(await lab.risks({ action: 'down' })).toEqual([]);
    for (const line of [/"open name"/, /"closed name"/]) {
      await lab.act({ action: 'click', at: await lab.place(line) });
      for (const keys of ['Return', 'KP_Enter', 'ctrl+Return']) {
        expect(await lab.risks(key(keys))).toContain('submit');
      }
      expect(await lab.risks(type('a'))).toEqual([]);
      expect(await lab.risks(type('a\tb'))).toContain('password');
      expect(await lab.risks(type('a\tb\n'))).toContain('submit');
    }
  });

  it('typing a password into a shadow root or foreign frame needs approval', async () => {
    for (const [page, count] of [
      ['/shadow.html', 2],
      ['/frames.html', 2],
    ] as const) {
      await lab.open(page);
      const lines = (await lab.seen(/Send (closed|other)/))
        .split('\n')
        .filter((line) => line.includes(' password '));
      expect(lines).toHaveLength(count);
      for (const line of lines) {
        const [x, y] = /at \[(\d+), (\d+)\]/.exec(line)!.slice(1).map(Number) as [number, number];
        expect(await lab.risks({ action: 'click', at: [x, y] })).toContain('password');
        await lab.act({ action: 'click', at: [x, y] });
        await expect.poll(async () => lab.risks(type('x'))).toContain('password');
        expect(await lab.risks(key('x'))).toContain('password');
        expect(await lab.risks(type('x\n'))).toEqual(expect.arrayContaining(['password', 'submit']));
      }
    }
  });

  it('sending the form of a foreign frame needs approval', async () => {
    await lab.open('/frames.html');
    expect(await lab.risks({ action: 'click', at: await lab.place(/Send other/) })).toContain('submit');
    await lab.act({ action: 'click', at: await lab.place(/"other name"/) });
    await expect.poll(async () => lab.risks(key('Return'))).toContain('submit');
  });

  it('downloading a file by its address or by the save keys needs approval', async () => {
    await lab.open('/plain.html');
    const address = (url: string) => lab.risks({ action: 'open_app', app: 'browser', url });
    for (const url of [
      'http://claims.test/list.csv',
      'http://claims.test/get?id=1',
      'http://claims.test/download/7',
    ]) {
      expect(await address(url)).toEqual(['download']);
    }
    for (const url of [
      'http://claims.test/',
      'http://claims.test/claims/new',
      'http://claims.test/form.html',
    ]) {
      expect(await address(url)).toEqual([]);
    }
    expect(await lab.risks(key('ctrl+s'))).toContain('download');
    await lab.act(key('ctrl+l'));
    await expect.poll(async () => lab.risks(type('claims.test/list.csv\n'))).toEqual(['download']);
    expect(await lab.risks(key('Return'))).toEqual(['download']);
    await lab.act(key('Escape'));
  });
});

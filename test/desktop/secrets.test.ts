import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode } from '../../src/governance/totp.ts';
import { cut, differingPixels } from '../../src/desktop/rfb/frame.ts';
import { type OperatorAction, SCREEN } from '../../src/contract/operator-action.ts';
import { PAGE_TOP } from '../runs/operator/site.ts';
import { click, type DesktopLab, key, onPage, startDesktopLab } from './lab.ts';

const field = (y: number): string => `style="position:absolute;left:100px;top:${y}px;width:400px;height:40px"`;

/** Shows what is typed: in the field, in the text below it, in a copy that a script makes, and in a shadow root. */
const ECHO = `<body style="margin:0;font:20px monospace"><input id=a autocomplete=off ${field(50)}><input id=b ${field(150)}>
  <p id=p ${field(220)}>-</p><div id=d ${field(300)}></div>
  <script>d.attachShadow({ mode: 'open' }).innerHTML = '<i>-</i>';
  a.oninput = () => { p.textContent = 'you typed ' + a.value; b.value = a.value; d.shadowRoot.querySelector('i').textContent = a.value; tell({ typed: a.value }); }</script>`;

const PAGES = {
  '/echo.html': ECHO,
  '/title.html': `<body style="margin:0"><input id=a ${field(50)} oninput="document.title = a.value; tell({ titled: a.value })">`,
  '/message.html': `<body style="margin:0"><input id=a ${field(50)} oninput="tell({ asked: a.value })"><button ${field(150)} onclick="alert(a.value)">Say</button>`,
  '/frame.html': `<body style="margin:0"><iframe src="http://evil.test/inner.html" ${field(50)}></iframe>`,
  'evil.test/inner.html': `<body style="margin:0"><input id=a style="width:300px;height:30px" oninput="tell({ stolen: a.value })">`,
  '/boxes.html': `<body style="margin:0"><form id=f>${[0, 1, 2, 3, 4, 5]
    .map((n) => `<input maxlength=1 style="position:absolute;left:${100 + 60 * n}px;top:50px;width:50px;height:40px">`)
    .join('')}</form><script>f.oninput = (e) => { e.target.nextElementSibling?.focus(); tell({ boxes: [...f.elements].map((b) => b.value).join('') }); }</script>`,
  '/tabs.html': `<body style="margin:0"><a href="/code.html" target=_blank ${field(50)}>Code</a>`,
  '/code.html': `<body style="margin:0"><input id=a ${field(50)} oninput="tell({ second: a.value })">`,
  '/upload.html': `<body style="margin:0"><button ${field(50)} onclick="u.click()">Choose</button><input id=u type=file hidden onchange="tell({ file: u.files[0].name })">
    <button ${field(150)}>Nothing</button>`,
};

const TOTP = { secret: 'JBSWY3DPEHPK3PXP', digits: 6, period: 300, algorithm: 'SHA1' } as const;
/** Two secrets of equal length, so that nothing but their letters could differ in a picture. */
const SECRETS = ['Zx9-mango-tree', 'Qw7-silver-cat'] as const;

let lab: DesktopLab;
beforeAll(async () => {
  lab = await startDesktopLab(PAGES);
}, 900_000);
afterAll(async () => lab.close());

const learn = async (password: string): Promise<void> =>
  lab.desktop.learn([{ name: 'portal', hosts: ['http://claims.test'], fields: { password }, totp: TOTP }]);
const secret = (name = 'password'): OperatorAction => ({ action: 'type_secret', name: 'portal', field: name });

it('a typed secret is on no picture and in no text, wherever its page shows it', async () => {
  const pictures = [];
  for (const one of SECRETS) {
    await learn(one);
    await lab.open('/echo.html');
    const typed = await lab.act(click(200, 70), secret());
    expect(typed.untaken).toBeUndefined();
    await lab.reported(({ typed: value }) => value === one);
    const text = await lab.seen(/you typed/);
    expect(text).toContain('you typed (secret)');
    expect(text).not.toContain(one);
    // The caret of the other field blinks nowhere.
    await lab.act({ action: 'click', at: onPage(800, 600) });
    // The bars above the page have one more tab each time.
    const { frame } = await lab.act({ action: 'wait', ms: 700 });
    pictures.push(cut(frame, { x: 0, y: PAGE_TOP, width: SCREEN.width, height: SCREEN.height - PAGE_TOP }));
  }
  expect(differingPixels(pictures[0]!, pictures[1]!)).toBe(0);
}, 240_000);

it('a secret in a page’s title or message box is painted over', async () => {
  await learn(SECRETS[0]);
  await lab.open('/title.html');
  const { frame } = await lab.act(click(200, 70), secret());
  await lab.reported(({ titled }) => titled === SECRETS[0]);
  const painted = (await lab.act({ action: 'screenshot' })).frame;
  expect([...painted.pixels.subarray(0, 4_000)].every((value) => value === 0)).toBe(true);
  expect(frame.pixels.length).toBe(painted.pixels.length);
  await lab.open('/message.html');
  await lab.act(click(200, 70), secret());
  await lab.reported(({ asked }) => asked === SECRETS[0]);
  const shown = await lab.act(click(200, 170));
  const message = await lab.seen(/message box/);
  expect(message).toContain('It says: (secret)');
  expect(shown.frame.pixels.every((value) => value === 0)).toBe(true);
  await lab.act(key('Return'));
}, 240_000);

it('a secret goes into no frame of another host, and not where no field has the focus', async () => {
  await learn(SECRETS[0]);
  await lab.open('/frame.html');
  expect((await lab.act(click(150, 65), secret())).untaken).toBe('not-bound');
  expect((await lab.act(click(800, 500), secret())).untaken).toBe('no-field');
  expect((await lab.act(secret('pin'))).untaken).toBe('unknown-secret');
  expect(lab.reports.some(({ stolen }) => stolen !== undefined)).toBe(false);
}, 240_000);

it('a one-time code goes into a field of a second tab, and into one field for each digit', async () => {
  await learn(SECRETS[0]);
  await lab.open('/tabs.html');
  await lab.act(click(150, 70));
  await lab.seen(/code\.html/);
  expect((await lab.act(click(200, 70), secret('totp'))).untaken).toBeUndefined();
  const { second } = await lab.reported((report) => report['second'] !== undefined);
  expect([0, TOTP.period].map((late) => totpCode(TOTP, Date.now() - late * 1_000))).toContain(second);
  await lab.open('/boxes.html');
  await lab.act(click(120, 70), secret('totp'));
  await lab.reported(({ boxes }) => boxes === second);
}, 240_000);

it('a file chooser is filled with a file of the desktop, and files come back as they were put', async () => {
  const { files } = lab.desktop;
  const bytes = Buffer.alloc(3_000_000, 'x');
  await files.put('Documents/नमस्ते a’b/big.txt', bytes);
  await files.put('Documents/empty.txt', Buffer.alloc(0));
  expect(await files.list()).toEqual([
    { path: 'Documents/empty.txt', size: 0 },
    { path: 'Documents/नमस्ते a’b/big.txt', size: bytes.length },
  ]);
  expect((await files.get('Documents/नमस्ते a’b/big.txt', bytes.length))?.equals(bytes)).toBe(true);
  expect(await files.get('Documents/नमस्ते a’b/big.txt', 100)).toBeUndefined();
  await lab.open('/upload.html');
  const upload = (y: number, file: string): OperatorAction => ({ action: 'upload', at: onPage(200, y), file });
  expect((await lab.act(upload(70, 'empty.txt'))).untaken).toBeUndefined();
  await lab.reported(({ file }) => file === 'empty.txt');
  expect((await lab.act(upload(70, 'none.txt'))).untaken).toBe('unknown-file');
  expect((await lab.act(upload(170, 'empty.txt'))).untaken).toBe('no-chooser');
}, 240_000);

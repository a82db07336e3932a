import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode } from '../../src/governance/totp.ts';
import { cut, differingPixels } from '../../src/desktop/rfb/frame.ts';
import { type OperatorAction, SCREEN } from '../../src/contract/operator-action.ts';
import { PAGE_TOP } from '../runs/operator/site.ts';
import { click, type DesktopLab, key, onPage, startDesktopLab, type } from './lab.ts';

const field = (y: number): string =>
  `style="position:absolute;left:100px;top:${y}px;width:400px;height:40px"`;

/** Shows the typed text: in the field, below it, in a copy that a script makes, and in a shadow root. */
const ECHO = `<body style="margin:0;font:20px monospace"><input id=a autocomplete=off ${field(50)}><input id=b ${field(150)}>
  <p id=p ${field(220)}>-</p><div id=d ${field(300)}></div>
  <script>d.attachShadow({ mode: 'open' }).innerHTML = '<i>-</i>';
  a.oninput = () => { p.textContent = 'you typed ' + a.value; b.value = a.value; d.shadowRoot.querySelector('i').textContent = a.value; tell({ typed: a.value }); }</script>`;

const PAGES = {
  '/echo.html': ECHO,
  '/copy.html': `<body style="margin:0;font:20px monospace"><input id=a ${field(50)} oninput="p.textContent = 'you typed ' + a.value">
    <p id=p ${field(220)}>-</p><p ${field(400)}>nothing</p><script>document.oncopy = () => tell({ copied: String(getSelection()) })</script>`,
  '/plain.html': `<body style="margin:0"><input id=a ${field(50)}><input id=b ${field(150)}>
    <script>oninput = () => tell({ a: a.value, b: b.value })</script>`,
  '/short.html': `<body style="margin:0"><input id=a maxlength=6 ${field(50)} oninput="tell({ short: a.value })">
    <input id=b ${field(150)} oninput="b.value = b.value.toUpperCase(); p.textContent = 'you typed ' + b.value"><p id=p ${field(250)}>-</p>`,
  '/title.html': `<body style="margin:0"><input id=a ${field(50)} oninput="document.title = a.value; tell({ titled: a.value })">`,
  '/message.html': `<body style="margin:0"><input id=a ${field(50)} oninput="tell({ asked: a.value })"><button ${field(150)} onclick="alert(a.value)">Say</button>`,
  '/frame.html': `<body style="margin:0"><iframe src="http://evil.test/inner.html" ${field(50)}></iframe>`,
  'evil.test/inner.html': `<body style="margin:0"><input id=a style="width:300px;height:30px" oninput="tell({ stolen: a.value })">`,
  '/boxes.html': `<body style="margin:0"><form id=f>${[0, 1, 2, 3, 4, 5]
    .map(
      (n) =>
        `<input maxlength=1 style="position:absolute;left:${100 + 60 * n}px;top:50px;width:50px;height:40px">`,
    )
    .join(
      '',
    )}</form><script>f.oninput = (e) => { e.target.nextElementSibling?.focus(); tell({ boxes: [...f.elements].map((b) => b.value).join('') }); }</script>`,
  '/tabs.html': `<body style="margin:0"><a href="/code.html" target=_blank ${field(50)}>Code</a>`,
  '/code.html': `<body style="margin:0"><input id=a ${field(50)} oninput="tell({ second: a.value })">`,
  '/upload.html': `<body style="margin:0"><button ${field(50)} onclick="u.click()">Choose</button><input id=u type=file hidden onchange="tell({ file: u.files[0].name })">
    <button ${field(150)}>Nothing</button>`,
};

const TOTP = { secret: 'JBSWY3DPEHPK3PXP', digits: 6, period: 300, algorithm: 'SHA1' } as const;
/** Two secrets of equal length, so that a picture could differ only in their letters. */
const SECRETS = ['Zx9-mango-tree', 'Qw7-silver-cat'] as const;

let lab: DesktopLab;
beforeAll(async () => {
  lab = await startDesktopLab(PAGES);
}, 900_000);
afterAll(async () => lab.close());

const learn = async (password: string): Promise<void> =>
  lab.desktop.learn([{ name: 'portal', hosts: ['http://claims.test'], fields: { password }, totp: TOTP }]);
const secret = (name = 'password'): OperatorAction => ({
  action: 'type_secret',
  name: 'portal',
  field: name,
});

const upload = (y: number, file: string): OperatorAction => ({ action: 'upload', at: onPage(200, y), file });

it('a typed secret is in no picture and in no text, wherever its page shows it', async () => {
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

it('editing a typed secret empties its field, so that no part of it is seen', async () => {
  const pictures = [];
  for (const [at, one] of SECRETS.entries()) {
    await learn(one);
    await lab.open('/echo.html');
    const before = lab.reports.length;
    await lab.act(click(200, 70), secret(), key('BackSpace'));
    await expect.poll(() => lab.reports.slice(before)).toContainEqual({ typed: '' });
    await lab.act(secret(), key('Home'), key('x'));
    await expect.poll(() => lab.reports.slice(before)).toContainEqual({ typed: 'x' });
    await lab.act(key('ctrl+z'), key('ctrl+z'));
    const text = await lab.seen(/you typed/);
    for (let from = 0; from + 4 <= one.length; from += 1)
      expect(text).not.toContain(one.slice(from, from + 4));
    await lab.act(click(800, 600));
    pictures[at] = (await lab.act({ action: 'wait', ms: 700 })).frame;
  }
  const page = { x: 0, y: PAGE_TOP, width: SCREEN.width, height: SCREEN.height - PAGE_TOP };
  expect(differingPixels(cut(pictures[0]!, page), cut(pictures[1]!, page))).toBe(0);
}, 240_000);

it('a field that would cut a secret gets nothing, and a secret that a page reformats is hidden too', async () => {
  await learn(SECRETS[0]);
  await lab.open('/short.html');
  expect((await lab.act(click(200, 70), secret())).untaken).toBe('no-field');
  expect(lab.reports.some(({ short }) => short !== undefined)).toBe(false);
  expect((await lab.act(click(200, 170), secret())).untaken).toBeUndefined();
  const text = await lab.seen(/you typed/);
  expect(text).toContain('you typed (secret)');
  expect(text).not.toContain('MANGO');
}, 240_000);

it('a later action pastes nothing that was copied or selected, a part of a secret is not copied, and no page is saved', async () => {
  await learn(SECRETS[0]);
  await lab.open('/plain.html');
  const begun = lab.reports.length;
  await lab.act(click(200, 70), type('one'), key('ctrl+a'), key('ctrl+c'), click(200, 170), key('ctrl+v'));
  await lab.act({ action: 'click', at: onPage(115, 70), count: 2 });
  await lab.act({ action: 'click', at: onPage(200, 170), button: 'middle' });
  await lab.act(click(200, 170), type('two'));
  await lab.reported(({ a, b }) => a === 'one' && b === 'two');
  expect(lab.reports.slice(begun).filter(({ b }) => !'two'.startsWith(String(b)))).toEqual([]);
  // The model's own typed text stays, although it begins like a secret.
  await lab.act(key('ctrl+a'), type(`${SECRETS[0]}s`));
  await lab.reported(({ b }) => b === `${SECRETS[0]}s`);

  await lab.open('/copy.html');
  await lab.act(click(200, 70), secret());
  await lab.seen(/you typed/);
  const copied = lab.reports.length;
  await lab.act({ action: 'click', at: onPage(292, 252), count: 2 }, key('ctrl+c'));
  await lab.act({ action: 'click', at: onPage(130, 432), count: 2 }, key('ctrl+c'));
  await expect.poll(() => lab.reports.slice(copied)).toEqual([{ copied: 'nothing' }]);

  const before = (await lab.act({ action: 'screenshot' })).frame;
  const saved = (await lab.act(key('ctrl+s'), { action: 'wait', ms: 1_000 })).frame;
  expect(differingPixels(before, saved)).toBeLessThan(20_000);
}, 240_000);

it('a process that takes over a desktop covers what it cannot read, and all other secrets', async () => {
  await learn(SECRETS[0]);
  await lab.open('/message.html');
  await lab.act(click(200, 70), secret(), click(200, 170));
  await lab.seen(/message box/);
  await lab.rejoin(async () => undefined);
  await learn(SECRETS[0]);
  expect((await lab.desktop.screen()).pixels.every((value) => value === 0)).toBe(true);
  await lab.act(key('Return'));
  const text = await lab.seen(/Say/);
  expect(text).toContain('"(secret)"');
  expect(text).not.toContain(SECRETS[0]);
  await expect.poll(async () => (await lab.desktop.screen()).pixels.some((value) => value !== 0)).toBe(true);
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

it('a secret is not typed into a frame of another host, nor where no field has the focus', async () => {
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
  const text = await lab.seen(/boxes/);
  expect(text.match(/= "\(secret\)"/g)).toHaveLength(6);
  expect(text).not.toMatch(/= "\d"/);
  const { frame } = await lab.act({ action: 'move', at: onPage(800, 600) });
  for (const x of [0, 60, 120, 180, 240, 300]) {
    const { pixels } = cut(frame, { x: x + 105, y: PAGE_TOP + 55, width: 40, height: 30 });
    expect(new Set(Array.from({ length: 1_200 }, (_, at) => pixels.readUInt32LE(at * 4))).size).toBe(1);
  }
}, 240_000);

it('a file chooser is filled with a file of the desktop, and files are returned unchanged', async () => {
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
  expect((await lab.act(upload(70, 'empty.txt'))).untaken).toBeUndefined();
  await lab.reported(({ file }) => file === 'empty.txt');
  expect((await lab.act(upload(70, 'none.txt'))).untaken).toBe('unknown-file');
  expect((await lab.act(upload(170, 'empty.txt'))).untaken).toBe('no-chooser');
}, 240_000);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differingPixels } from '../../src/desktop/rfb/frame.ts';
import { click, type DesktopLab, key, onPage, startDesktopLab, type } from './lab.ts';

const box = (x: number, y: number, width: number, height: number): string =>
  `style="position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;background:#cde"`;

const PAGES = {
  '/': '<p>root',
  '/done': '<p>done',
  '/same.html': '<input autofocus><p>same',
  '/slow.html': `<input autofocus ${box(100, 50, 400, 40)} oninput="tell({ slow: this.value })"
    onkeydown="if (event.ctrlKey && event.key === 'v') for (const end = Date.now() + 2500; Date.now() < end; );">`,
  '/drag.html': `<div draggable=true ${box(100, 100, 100, 100)} ondragstart="event.dataTransfer.setData('text', 'a')">a</div>
    <div ${box(500, 100, 200, 200)} ondragover="event.preventDefault()" ondrop="event.preventDefault(); tell({ dropped: event.dataTransfer.getData('text') })">b</div>`,
  '/locale.html': `<input type=date id=d ${box(100, 50, 300, 40)} oninput="tell({ day: d.value })"><script>tell({
    languages: navigator.languages, number: (1234567.5).toLocaleString(), date: new Date(2026, 2, 5).toLocaleDateString(),
    rupees: (100000).toLocaleString(undefined, { style: 'currency', currency: 'INR' }) })</script>`,
  '/links.html': `<a href="mailto:a@claims.test" ${box(100, 50, 200, 40)}>mail</a>
    <a href="ftp://claims.test/" ${box(100, 150, 200, 40)}>ftp</a><a href="tel:1" ${box(100, 250, 200, 40)}>tel</a>`,
  '/keys.html': `<form onsubmit="tell({ n: ++count }); return false"><input autofocus ${box(100, 50, 200, 40)}></form><script>let count = 0</script>`,
  '/select.html': `<form action=/done><select name=state ${box(100, 50, 300, 40)}><option>Kerala<option>Punjab<option>Gujarat</select>
    <input type=date name=d ${box(100, 150, 300, 40)}><button ${box(100, 250, 200, 40)}>Send</button></form>`,
  '/upload.html': `<button ${box(100, 50, 200, 60)} onclick="f.click()">Upload</button><input id=f type=file hidden>
    <h1 ${box(500, 50, 200, 60)} onclick="tell({ title: true })">Title</h1>`,
  '/mouse.html': `<div ${box(0, 0, 1000, 650)} id=m></div><script>for (const type of ['pointerdown', 'pointerup', 'click'])
    m['on' + type] = (e) => tell({ type, x: e.clientX, y: e.clientY, ctrl: e.ctrlKey, shift: e.shiftKey })</script>`,
};

let lab: DesktopLab;
beforeAll(async () => {
  lab = await startDesktopLab(PAGES);
}, 900_000);
afterAll(async () => lab.close());

const fits = (wanted: object) => (report: object) =>
  JSON.stringify({ ...report, ...wanted }) === JSON.stringify(report);

const pageRequests = (): readonly string[] => lab.requests.map((request) => request.replace('http://', ''));

describe('A desktop’s browser', { timeout: 240_000 }, () => {
  it('the address bar opens exactly the typed address, whatever was opened before', async () => {
    await lab.open('/same.html');
    await lab.act(key('ctrl+l'), type('claims.test/done?claim=1&pay=yes\n'));
    await expect.poll(pageRequests, { timeout: 30_000 }).toContain('GET claims.test/done?claim=1&pay=yes');
    for (const typed of ['claims.test', 'claims.test/done']) {
      await lab.act(key('ctrl+t'), key('ctrl+l'), type(typed), key('Return'));
      const wanted = `GET ${typed.includes('/') ? typed : `${typed}/`}`;
      await expect.poll(pageRequests, { timeout: 30_000 }).toContain(wanted);
    }
    expect(pageRequests().filter((request) => request.includes('pay=yes'))).toHaveLength(1);
  });

  it('the browser uses Indian dates, numbers and languages', async () => {
    await lab.open('/locale.html');
    const { languages, ...formats } = await lab.reported(({ number }) => number !== undefined);
    expect((languages as readonly string[])[0]).toBe('en-IN');
    expect(formats).toMatchObject({ number: '12,34,567.5', date: '5/3/2026' });
    expect(formats['rupees']).toMatch(/₹\s?1,00,000/);
    await lab.act(click(115, 70), type('05032026'));
    await lab.reported(({ day }) => day === '2026-03-05');
  });

  it('an operator drags and drops an element with separate press, move and release actions', async () => {
    await lab.open('/drag.html');
    await lab.act(
      { action: 'move', at: onPage(150, 150) },
      { action: 'down' },
      { action: 'move', at: onPage(400, 200) },
      { action: 'move', at: onPage(600, 200) },
      { action: 'up' },
    );
    await lab.reported(({ dropped }) => dropped === 'a');
  });

  it('a drag and a click start at the given point with the given keys held, wherever the pointer was', async () => {
    await lab.open('/mouse.html');
    await lab.act(
      { action: 'move', at: onPage(900, 600) },
      { action: 'drag', path: [onPage(100, 100), onPage(300, 100)], modifiers: ['ctrl'] },
      { action: 'click', at: onPage(400, 300), modifiers: ['shift'] },
    );
    await lab.reported(fits({ type: 'pointerdown', x: 100, y: 100, ctrl: true }));
    await lab.reported(fits({ type: 'pointerup', x: 300, y: 100, ctrl: true }));
    await lab.reported(fits({ type: 'click', x: 400, y: 300, shift: true }));
  });

  it('opening a page waits for the new tab even when it looks like the previous page', async () => {
    await lab.open('/same.html');
    const before = lab.requests.length;
    await lab.open('/same.html');
    expect(lab.requests.slice(before)).toHaveLength(1);
  });

  it('addresses with other schemes neither open anything nor show a dialog', async () => {
    for (const url of ['data:text/html,<h1>data</h1>', 'file:///etc/passwd']) {
      await lab.act({ action: 'open_app', app: 'browser', url });
      const told = await lab.seen(/blocked/i);
      expect(told).not.toMatch(/root:|"data"/);
    }
    // Chromium drops this address from its command line and opens an empty tab instead.
    const before = lab.requests.length;
    await lab.act({ action: 'open_app', app: 'browser', url: 'view-source:http://claims.test/' });
    expect(await lab.seen(/^Page:/)).toMatch(/^Page: +\(about:blank\)/);
    expect(lab.requests).toHaveLength(before);
    for (const y of [70, 170, 270]) {
      await lab.open('/links.html');
      await lab.act(click(150, y));
      expect(await lab.desktop.activeWindow()).toBe('Chromium');
      await lab.act(key('ctrl+w'));
    }
  });

  it.each([
    ['view-source:http://claims.test/', 'claims.test'],
    ['view-source:file:///etc/passwd', 'file:///etc/passwd'],
    ['file:///etc/passwd', 'file:///etc/passwd'],
    ['about:version', 'chrome://version/'],
    ['chrome://settings', 'chrome://settings/'],
    ['chrome-untrusted://terminal/', 'chrome-untrusted://terminal/'],
    ['devtools://devtools/bundled/inspector.html', 'devtools://devtools/bundled/inspector.html'],
    ['filesystem:http://claims.test/temporary/a', 'filesystem:http://claims.test/temporary/a'],
  ])('the address bar shows that %s is blocked', async (typed, title) => {
    await lab.open('/done');
    await lab.act(key('ctrl+l'), type(`${typed}\n`));
    const told = await lab.seen(/^Page: .*chrome-error:/);
    expect(told).toContain(`Page: ${title} (chrome-error:`);
    expect(told).toContain('This page is blocked');
    await lab.act(key('ctrl+w'));
  });

  it.each(['ctrl+u', 'F12', 'ctrl+shift+i', 'ctrl+shift+j'])(
    '%s opens neither the page source nor the developer tools',
    async (keys) => {
      await lab.open('/done');
      const before = await lab.desktop.screen();
      await lab.act(key(keys));
      // Chromium reports the block in a dialog, which dims the page behind it.
      await expect
        .poll(async () => differingPixels(before, await lab.desktop.screen()))
        .toBeGreaterThan(50_000);
      const { targetInfos } = await lab.desktop.browser.call(undefined, 'Target.getTargets', {
        filter: [{}],
      });
      expect(JSON.stringify(targetInfos)).not.toMatch(/devtools:|view-source:/);
      await lab.act(key('Return'), key('ctrl+w'));
    },
  );

  it('typing reports an error only when no field accepted the text', async () => {
    await lab.open('/done');
    expect((await lab.act(click(600, 400), type('nobody'))).untaken).toBe('no-focus');
    await lab.open('/same.html');
    expect((await lab.act(click(60, 18), type('somebody'))).untaken).toBeUndefined();
  });

  it('a page that handles keys slowly gets Hindi between English letters in the right order', async () => {
    await lab.open('/slow.html');
    expect((await lab.act(click(200, 70), type('क1ख2'))).untaken).toBeUndefined();
    await lab.reported(({ slow }) => slow === 'क1ख2');
  });

  it('typing Hindi where no field has the focus reports an error, and the rest of the text is not typed', async () => {
    await lab.open('/done');
    expect((await lab.act(click(600, 400), type('क1'))).untaken).toBe('no-focus');
    await lab.open('/slow.html');
    await lab.act(click(200, 70), type('ab'));
    await lab.reported(({ slow }) => slow === 'ab');
  });

  it('the Return key submits a form once under each of its names', async () => {
    await lab.open('/keys.html');
    await lab.act(click(200, 70));
    for (const [n, keys] of ['Return', 'return', 'Enter', 'enter', 'KP_Enter'].entries()) {
      await lab.act(key(keys));
      await lab.reported((report) => report['n'] === n + 1);
    }
  });

  it('an open list shows its options on the screen, and the form sends the chosen and typed values', async () => {
    await lab.open('/select.html');
    const before = await lab.desktop.screen();
    const open = await lab.act(click(250, 70));
    expect(differingPixels(before, open.frame)).toBeGreaterThan(5_000);
    await lab.act(
      key('Down'),
      key('Down'),
      key('Return'),
      click(115, 170),
      type('05032026'),
      click(200, 270),
    );
    await expect
      .poll(pageRequests, { timeout: 30_000 })
      .toContain('GET claims.test/done?state=Gujarat&d=2026-03-05');
  });

  it('a file dialog opens and closes, and the page then responds again', async () => {
    await lab.open('/upload.html');
    const before = await lab.desktop.screen();
    await lab.act(click(200, 80));
    await expect
      .poll(async () => differingPixels(before, await lab.desktop.screen()))
      .toBeGreaterThan(50_000);
    await lab.act(key('Escape'));
    await expect.poll(async () => differingPixels(before, await lab.desktop.screen())).toBeLessThan(50_000);
    await lab.act(click(600, 80));
    await lab.reported(({ title }) => title === true);
  });
});

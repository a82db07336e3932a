import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { MORE_PAGES } from './more-pages.ts';
import { OFFICE_PAGES } from './office-pages.ts';
import { at, STYLE, tell } from './pages.ts';

/** A page's report of its current state, which does not say how the page got there. */
export interface Report {
  readonly page: string;
  readonly [member: string]: unknown;
}

export interface Site {
  readonly port: number;
  /** Returns a page's latest report, waiting for one that matches. */
  readonly reported: (page: string, fits: (report: Report) => boolean) => Promise<Report>;
  readonly reports: readonly Report[];
  /** Waits until the page at this path and query has been drawn. */
  readonly drawn: (path: string) => Promise<void>;
  /** `host path` of every request. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** Ends a wait before the test's own time limit, so that the failure tells what the page showed. */
const PATIENCE_MS = 100_000;

const until = async (isSo: () => boolean, shown: () => string): Promise<void> => {
  for (const end = Date.now() + PATIENCE_MS; !isSo(); await sleep(50)) {
    if (Date.now() > end) throw new Error(`the page did not show what was waited for; ${shown()}`);
  }
};

const PAGES: Readonly<Record<string, string>> = {
  ...MORE_PAGES,
  ...OFFICE_PAGES,
  '/form.html': `${tell('form', 'value: document.querySelector("input").value')}
    <form onsubmit="tell({ sent: true }); document.title = 'OK:' + this.a.value; return false">
    <input name=a autocomplete=off ${at(100, 50, 600, 60)} oninput="tell({ sent: false })"><button ${at(100, 150, 200, 60)}>Send</button></form>`,
  '/area.html': `${tell('area', 'value: document.querySelector("textarea").value')}
    <textarea ${at(100, 50, 800, 300)} onfocus="tell({ focused: true })" oninput="tell({})"></textarea>`,
  '/held.html': `${tell('held', 'value: document.querySelector("input").value')}
    <input autofocus ${at(100, 50, 600, 60)} oninput="tell({})"><button ${at(100, 150, 200, 60)} onclick="tell({ ctrl: event.ctrlKey, alt: event.altKey })">Look</button>`,
  '/dialogs.html': `${tell('dialogs', 'x: 0')}
    <button ${at(100, 50, 200, 60)} onclick="alert('a'); tell({ alert: 'closed' })">Alert</button>
    <button ${at(100, 150, 200, 60)} onclick="tell({ confirm: confirm('c') })">Confirm</button>
    <button ${at(100, 250, 200, 60)} onclick="const w = open('/popup.html', 'p', 'width=500,height=400,left=300,top=200'); tell({ popup: !!w }); const t = setInterval(() => { if (w.closed) { clearInterval(t); tell({ closed: true }); } }, 100)">Popup</button>`,
  '/popup.html': '<p>popup</p>',
  '/scroll.html': `${tell('scroll', 'div: document.querySelector("div").scrollTop, frame: frames[0].scrollY, window: scrollY')}
    <div ${at(50, 50, 400, 300)} id=d onscroll="tell({})"><p style="height:5000px">div</p></div><style>#d{overflow:auto}body{height:6000px}</style>
    <iframe ${at(600, 50, 400, 300)} srcdoc="<body style='height:5000px' onload='onscroll = () => parent.tell({})'>frame"></iframe>
    <script>onscroll = () => tell({})</script>`,
  '/links.html': `<img src="http://tracker.test/pixel.png"><a href="http://evil.test/steal?card=1" ${at(100, 50, 300, 60)}>Evil</a>`,
  '/drag.html': `${tell('drag', 'x: 0')}
    <div draggable=true ${at(100, 100, 100, 100)} id=a ondragstart="event.dataTransfer.setData('text', 'a')">a</div>
    <div ${at(500, 100, 200, 200)} id=b ondragover="event.preventDefault()" ondrop="event.preventDefault(); tell({ dropped: event.dataTransfer.getData('text') })">b</div>
    <style>#a{background:#fc0}#b{background:#0cf}</style>`,
  '/mouse.html': `${tell('mouse', 'x: 0')}
    <div style="height:2000px" oncontextmenu="tell({ button: 'right' }); return false" ondblclick="tell({ double: true })"
    onclick="tell({ x: event.clientX, y: event.clientY, ctrl: event.ctrlKey, shift: event.shiftKey, detail: event.detail })"
    onauxclick="tell({ button: event.button })">m</div>`,
  '/login.html': `${tell('login', 'sent: false')}
    <form onsubmit="tell({ sent: true, secret: this.p.value }); return false">
    <input name=u autocomplete=off ${at(100, 50, 400, 50)}><input name=p type=password ${at(100, 120, 400, 50)}><button ${at(100, 200, 200, 60)}>Enter</button></form>
    <a href="/file.csv" download ${at(100, 300, 200, 40)}>File</a>`,
  '/claim.html': `${tell('claim', 'x: 0')}
    <form onsubmit="tell({ sent: this.c.value }); document.body.textContent = 'Thank you. Your claim ' + this.c.value + ' was received.'; return false">
    <p>Report a claim</p><label>Claim number <input name=c autocomplete=off></label> <button>Send</button></form>`,
  '/memory.html':
    '<script>const all = []; setInterval(() => { for (let n = 0; n < 20; n++) all.push(new Uint8Array(1 << 24).fill(n)); }, 50)</script>eating',
};

/** A browser ignores input until the page's first picture is on the screen, which a frame callback does not prove. */
const DRAWN = `<script>new PerformanceObserver((list, observer) => {
  observer.disconnect();
  fetch('/drawn?' + location.pathname + location.search);
}).observe({ type: 'paint', buffered: true })</script>`;

/** Starts a site of local pages that report their state; the egress proxy maps its names to it. */
export const startSite = async (): Promise<Site> => {
  const reports: Report[] = [];
  const requests: string[] = [];
  const drawn = new Set<string>();
  const take = async (
    request: IncomingMessage,
  ): Promise<{ readonly status: number; readonly body: string; readonly type?: string }> => {
    const url = request.url ?? '';
    const [path] = url.split('?') as [string];
    if (path === '/drawn') {
      drawn.add(url.slice('/drawn?'.length));
      return { status: 204, body: '' };
    }
    drawn.delete(url);
    requests.push(`${request.headers.host ?? ''} ${url}`);
    if (path === '/report') {
      reports.push(JSON.parse(await text(request)) as Report);
      return { status: 204, body: '' };
    }
    if (path === '/file.csv') return { status: 200, body: 'a,b\n1,2\n', type: 'text/csv' };
    const page = PAGES[path];
    return page === undefined
      ? { status: 404, body: '' }
      : {
          status: 200,
          body: `<!doctype html><meta charset=utf-8><title>${path}</title>${STYLE}${DRAWN}${page}`,
        };
  };
  const server = createServer((request, response) => {
    void take(request).then(({ status, body, type = 'text/html' }) => {
      response.writeHead(status, { 'content-type': `${type}; charset=utf-8` });
      return response.end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    reports,
    requests,
    reported: async (page, fits) => {
      const find = (): Report | undefined =>
        reports.findLast((report) => report.page === page && fits(report));
      await until(
        () => find() !== undefined,
        () => `its last report: ${JSON.stringify(reports.findLast((report) => report.page === page))}`,
      );
      return find()!;
    },
    drawn: async (path) => {
      await until(
        () => drawn.has(path),
        () => `pages that were drawn: ${[...drawn].join(', ')}`,
      );
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
};

/** Height in pixels of the browser's bars above a page, by which positions on the page are shifted on the screen. */
export const PAGE_TOP = 87;

/** Returns the screen position of a point on a page. */
export const onPage = (x: number, y: number): readonly [number, number] => [x, y + PAGE_TOP];

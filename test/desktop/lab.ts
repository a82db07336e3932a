import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { createPool } from '../../src/store/db/client.ts';
import type { OperatorAction } from '../../src/contract/operator-action.ts';
import type { Risk } from '../../src/contract/operator.ts';
import { createDesktopLeases, type Desktop, DesktopHost, type Performed } from '../../src/desktop/index.ts';
import { placeOfElement } from '../../src/desktop/observe/element-place.ts';
import { shownPage } from '../../src/desktop/observe/frames.ts';
import { pageText } from '../../src/desktop/observe/page-text.ts';
import { risksOf } from '../../src/desktop/observe/risk.ts';
import { newId } from '../../src/ids.ts';
import { connectContainerEngine } from '../../src/sandbox/connect.ts';
import { imageSettings } from '../../src/sandbox/image-settings.ts';
import { createImages } from '../../src/sandbox/images.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { PAGE_TOP } from '../runs/operator/site.ts';

type Report = Readonly<Record<string, unknown>>;

/** A desktop without a run, whose browser reaches the test's pages under any host name. */
export interface DesktopLab {
  readonly desktop: Desktop;
  /** Lets another process take the desktop over, as if the process that held it had died. */
  readonly rejoin: (prepare: (desktop: Desktop) => Promise<void>) => Promise<void>;
  readonly act: (...actions: readonly OperatorAction[]) => Promise<Performed>;
  readonly open: (path: string) => Promise<Performed>;
  /** Returns the page as the model sees it, once it matches. */
  readonly seen: (fits: RegExp) => Promise<string>;
  /** Returns the ref of the element whose line matches. */
  readonly ref: (line: RegExp) => Promise<string>;
  readonly place: (line: RegExp) => Promise<[number, number]>;
  readonly risks: (action: OperatorAction) => Promise<readonly Risk[]>;
  /** Method and address of each page request. */
  readonly requests: readonly string[];
  readonly reports: readonly Report[];
  readonly reported: (fits: (report: Report) => boolean) => Promise<Report>;
  readonly close: () => Promise<void>;
}

export const onPage = (x: number, y: number): [number, number] => [x, y + PAGE_TOP];
export const click = (x: number, y: number): OperatorAction => ({ action: 'click', at: [x, y + PAGE_TOP] });
export const key = (keys: string): OperatorAction => ({ action: 'key', keys });
export const type = (typed: string): OperatorAction => ({ action: 'type', text: typed });

const until = async <T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/**
 * Maximum number of times to check whether a page is drawn. The number is limited because a page that redirects never reaches the
 * address that was opened.
 */
const DRAWN_LOOKS = 50;

/** Resolves with the page's address once the page is drawn: the second frame is requested only when the first is on its way. */
const DRAWN = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(location.href))))`;

const TELL = `<script>const tell = (report) => fetch('/report', { method: 'POST', keepalive: true, body: JSON.stringify(report) });</script>`;

/** @param pages by path, or by host and path */
export const startDesktopLab = async (pages: Readonly<Record<string, string>>): Promise<DesktopLab> => {
  const docker = connectContainerEngine(inject('dockerHost'));
  const image = await createImages({ docker, settings: imageSettings(process.env) }).ensure('desktop');
  const sockets = await mkdtemp(join(tmpdir(), 'desktops-'));
  const database = await createTestDatabase();
  const pool = createPool(database.url, { onIdleError: () => undefined });
  const host = new DesktopHost({
    docker,
    image: async () => image,
    seccomp: await readFile(new URL('../../images/desktop/seccomp.json', import.meta.url), 'utf8'),
    installation: newId('act'),
    leases: createDesktopLeases({ pool, host: 'test', owner: newId('act'), ttlMs: 600_000 }),
    log: { info: () => undefined, warn: () => undefined },
    sockets,
    ready: 0,
    max: 1,
  });
  const wish = { teamId: 'team_1', run: newId('op'), lifetimeMs: 900_000, observed: true };
  let desktop = await host.open({ ...wish, waitMs: 100 });
  const requests: string[] = [];
  const reports: Report[] = [];
  const server = createServer((request, response) => {
    const { host: name, pathname } = new URL(request.url ?? '', 'http://none.test');
    const answer = async (): Promise<void> => {
      const body = await text(request);
      if (pathname === '/report') {
        reports.push(JSON.parse(body) as Report);
        response.end();
        return;
      }
      const page = pages[`${name}${pathname}`] ?? pages[pathname];
      if (page !== undefined) requests.push(`${request.method} ${request.url}`);
      const isPdf = pathname.endsWith('.pdf');
      const kind = isPdf ? 'application/pdf' : 'text/html; charset=utf-8';
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': kind });
      if (isPdf) {
        response.end(page);
        return;
      }
      response.end(page === undefined ? '' : `<!doctype html><title>${pathname}</title>${TELL}${page}`);
    };
    void answer();
  });
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  await new Promise<void>((resolve) => server.listen(desktop.egressSocket, resolve));
  await chmod(desktop.egressSocket, 0o666);

  const act: DesktopLab['act'] = async (...actions) => {
    let last: Performed | undefined;
    for (const action of actions) last = await desktop.perform(action);
    return last!;
  };
  /** Waits until the browser has drawn the page, because a click or drag before that would be lost. */
  const untilDrawn = async (url: string): Promise<void> => {
    for (let look = 0; look < DRAWN_LOOKS; look += 1) {
      const shown = await shownPage(desktop.browser);
      if (shown !== undefined) {
        // A page behind a dialog draws nothing.
        if (desktop.browser.dialog(shown.page) !== undefined) return;
        const asked = { expression: DRAWN, awaitPromise: true };
        const answer = await desktop.browser
          .call(shown.page, 'Runtime.evaluate', asked)
          .catch(() => undefined);
        if ((answer?.['result'] as { value?: unknown } | undefined)?.value === url) return;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const seen: DesktopLab['seen'] = async (fits) =>
    until(async () => {
      const told = await pageText(desktop.browser);
      return fits.test(told) ? told : undefined;
    });
  const ref: DesktopLab['ref'] = async (line) =>
    until(async () =>
      (await pageText(desktop.browser))
        .split('\n')
        .find((one) => line.test(one))
        ?.split(' ')
        .at(1),
    );
  return {
    get desktop() {
      return desktop;
    },
    rejoin: async (prepare) => {
      await desktop.leave();
      desktop = (await host.findOrJoin(desktop.id, wish, prepare))!;
    },
    act,
    seen,
    ref,
    requests,
    open: async (path) => {
      const url = `http://claims.test${path}`;
      const performed = await act({ action: 'open_app', app: 'browser', url });
      await untilDrawn(url);
      return performed;
    },
    place: async (line) => {
      const at = (await placeOfElement(desktop.browser, await ref(line)))?.at;
      if (at === undefined) throw new Error('the element is gone');
      return [...at];
    },
    risks: async (action) =>
      risksOf(
        {
          browser: desktop.browser,
          pointer: desktop.pointer,
          activeWindow: async () => desktop.activeWindow(),
        },
        action,
      ),
    reports,
    reported: async (fits) => until(() => reports.find(fits)),
    close: async () => {
      await desktop.close();
      await host.close(true);
      server.closeAllConnections();
      server.close();
      await pool.end();
      await database.close();
      await rm(sockets, { recursive: true, force: true });
    },
  };
};

import type { OperatorAction } from '../../contract/operator-action.ts';
import type { Risk } from '../../contract/operator.ts';
import { type DialBrowser, evaluateInPage } from './browser.ts';

/** Runs in the page: what may follow from a click on an element, or from keys while it has the focus. */
const CLASSIFY = `
  const submits = (e) => { const b = e && e.closest('button,input'); return !!b && !!b.form &&
    (b.type === 'submit' || b.type === 'image' || (b.tagName === 'BUTTON' && !b.hasAttribute('type'))); };
  const downloads = (e) => { const a = e && e.closest('a[href]'); return !!a && (a.hasAttribute('download') ||
    /\\.(zip|exe|msi|dmg|deb|rpm|apk|pdf|docx?|xlsx?|pptx?|csv|od[tsp]|tar|gz|7z|iso|bin|sh|jar)$/i.test(a.pathname)); };
  const secret = (e) => !!e && e.tagName === 'INPUT' && e.type === 'password';
  const deep = (doc) => { let e = doc.activeElement; try { while (e && e.contentDocument) e = e.contentDocument.activeElement; } catch {} return e; };`;

const atPoint = (x: number, y: number): string => `(() => {${CLASSIFY}
  let px = ${x} - window.screenX - (window.outerWidth - window.innerWidth) / 2;
  let py = ${y} - window.screenY - (window.outerHeight - window.innerHeight);
  let e = document.elementFromPoint(px, py);
  try { while (e && e.contentDocument) { const box = e.getBoundingClientRect(); px -= box.x; py -= box.y;
    e = e.contentDocument.elementFromPoint(px, py); } } catch {}
  return submits(e) ? 'submit' : downloads(e) ? 'download' : secret(e) ? 'password' : 'none';
})()`;

const FOCUSED = `(() => {${CLASSIFY}
  const e = deep(document);
  return { text: secret(e) ? 'password' : 'none',
    enter: submits(e) || (e && e.form && e.tagName === 'INPUT') ? 'submit' : downloads(e) ? 'download' : 'none',
    space: submits(e) ? 'submit' : 'none' };
})()`;

const RISKS: ReadonlySet<unknown> = new Set<Risk>(['submit', 'download', 'password']);
const riskIn = (value: unknown): Risk | undefined => (RISKS.has(value) ? (value as Risk) : undefined);

/**
 * What a person may want to be asked about before an action is done: it would send a form, fetch a file or fill a password
 * field. Tells from the page in the browser's front window; of a canvas, another program or a page that hides what its
 * elements do, it can tell nothing.
 */
export const riskOf = async (dial: DialBrowser, action: OperatorAction): Promise<Risk | undefined> => {
  if (action.action === 'click') return riskIn(await evaluateInPage(dial, atPoint(...action.at)));
  if (action.action !== 'type' && action.action !== 'key' && action.action !== 'hold') return undefined;
  const focused = ((await evaluateInPage(dial, FOCUSED)) ?? {}) as Record<string, unknown>;
  if (action.action === 'type') {
    return riskIn(focused['text']) ?? (action.text.includes('\n') ? riskIn(focused['enter']) : undefined);
  }
  if (/^(kp_)?(return|enter)$/i.test(action.keys)) return riskIn(focused['enter']);
  return /^space$|^ $/i.test(action.keys) ? riskIn(focused['space']) : undefined;
};

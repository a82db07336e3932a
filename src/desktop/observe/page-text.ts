import { type DialBrowser, evaluateInPage } from './browser.ts';

const MAX_ELEMENTS = 60;
const MAX_TEXT = 3_000;

interface PageElement {
  /** The same for the same element, as long as its page is there. */
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly value: string;
  readonly x: number;
  readonly y: number;
}

interface Page {
  readonly title: string;
  readonly url: string;
  readonly text: string;
  readonly elements: readonly PageElement[];
}

/** Runs in the page. Places are those on the screen: of the window, and of the page within it. Passwords stay there. */
export const DESCRIBE = `(() => {
  const known = window[Symbol.for('refs')] ||= { of: new WeakMap(), count: 0 };
  const refOf = (e) => { if (!known.of.has(e)) known.of.set(e, 'e' + ++known.count); return known.of.get(e); };
  const left = window.screenX + (window.outerWidth - window.innerWidth) / 2;
  const top = window.screenY + (window.outerHeight - window.innerHeight);
  const short = (text, most) => String(text ?? '').replace(/\\s+/g, ' ').trim().slice(0, most).toWellFormed();
  const roles = { A: 'link', BUTTON: 'button', SELECT: 'list', TEXTAREA: 'textbox' };
  const roleOf = (e) => e.getAttribute('role') || roles[e.tagName] || ({ checkbox: 'checkbox', radio: 'radio', submit: 'button',
    button: 'button', reset: 'button', password: 'password', file: 'file' }[e.type] || 'textbox');
  const nameOf = (e) => e.getAttribute('aria-label') || (e.labels && e.labels[0] && e.labels[0].innerText) ||
    e.placeholder || (e.tagName === 'INPUT' ? (/submit|button|reset/.test(e.type) ? e.value : e.name || e.id) : e.innerText) ||
    e.name || e.id || e.title;
  const valueOf = (e) => e.type === 'password' ? (e.value ? '(filled)' : '') :
    /checkbox|radio/.test(e.type) ? (e.checked ? 'checked' : 'not checked') :
    e.tagName === 'SELECT' ? (e.selectedOptions[0] || {}).text : /^(INPUT|TEXTAREA)$/.test(e.tagName) ? e.value : '';
  const elements = [];
  const walk = (doc, dx, dy) => {
    for (const e of doc.querySelectorAll('a[href],button,input:not([type=hidden]),select,textarea,[role=button],[role=link],[role=checkbox],[contenteditable=true]')) {
      const box = e.getBoundingClientRect();
      const x = Math.round(left + dx + box.x + box.width / 2), y = Math.round(top + dy + box.y + box.height / 2);
      if (box.width < 1 || box.height < 1 || x < 0 || y < top || x > 1279 || y > 799) continue;
      elements.push({ ref: refOf(e), role: short(roleOf(e), 20), name: short(nameOf(e), 80), value: short(valueOf(e), 120), x, y });
      if (elements.length >= ${MAX_ELEMENTS}) return;
    }
    for (const frame of doc.querySelectorAll('iframe')) {
      const box = frame.getBoundingClientRect();
      try { if (frame.contentDocument) walk(frame.contentDocument, dx + box.x, dy + box.y); } catch {}
    }
  };
  walk(document, 0, 0);
  return { title: short(document.title, 200), url: location.href.slice(0, 500),
    text: short(document.body ? document.body.innerText : '', ${MAX_TEXT}), elements };
})()`;

export const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && Array.isArray((value as Page).elements);

/**
 * What the browser shows, as text: title, address, what can be clicked or filled and where it is on the screen, and the
 * beginning of the page's own text. For models that see no pictures. Comes from the page: not to be believed.
 */
export const pageText = async (dial: DialBrowser): Promise<string> => {
  const page = await evaluateInPage(dial, DESCRIBE);
  if (!isPage(page))
    return 'No page of the browser can be read: none is open, or a dialog is in front of it.';
  const elements = page.elements.map(
    ({ ref, role, name, value, x, y }) =>
      `- ${ref} ${role} "${name}"${value === '' ? '' : ` = "${value}"`} at [${x}, ${y}]`,
  );
  return [
    `Page: ${page.title} (${page.url})`,
    'Elements, with their places on the screen:',
    ...elements,
    'Text:',
    page.text,
  ].join('\n');
};

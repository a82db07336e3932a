/** Scripts that run in a page's documents. They are kept as source text, because they are compiled in the page. */

export const MAX_ELEMENTS = 60;
export const MAX_TEXT = 3_000;
const MAX_OPTIONS = 30;

/**
 * Finds all of a document's roots: the document itself, its open shadow roots, which the script looks for, and its closed ones,
 * which are passed in.
 */
const ROOTS = `const rootsOf = (closed) => { const all = [document, ...closed];
  for (let n = 0; n < all.length && n < 500; n++) for (const e of all[n].querySelectorAll('*')) if (e.shadowRoot) all.push(e.shadowRoot);
  return all; };`;

/**
 * Lists the text and the elements that can be clicked or filled in, with their places on the screen. Passwords are not returned.
 * Elements with a pointer cursor count as clickable, because table cells and rows often have no other sign.
 * @returns `{ elements, text, count }`; `ref` is a number, and elements without a number get the next ones, starting at `next`
 */
export const WALK = `function ({ left, top, clip, next, most, hidden }, ...closed) {
  ${ROOTS}
  const known = globalThis.refs ||= new WeakMap();
  let count = 0;
  const refOf = (e) => { if (!known.has(e)) known.set(e, next + count++); return known.get(e); };
  const hide = (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, '(secret)'), text);
  const short = (text, most) => hide(hide(String(text ?? '')).replace(/\\s+/g, ' ')).trim().slice(0, most).toWellFormed();
  const CONTROLS = 'a[href],area[href],button,input:not([type=hidden]),select,textarea,summary,[onclick],[tabindex]:not([tabindex="-1"]),' +
    '[contenteditable=""],[contenteditable=true],[contenteditable=plaintext-only],' +
    ['button', 'link', 'checkbox', 'radio', 'switch', 'combobox', 'listbox', 'option', 'textbox', 'searchbox', 'spinbutton', 'slider', 'tab',
     'menuitem', 'menuitemcheckbox', 'menuitemradio', 'treeitem', 'gridcell'].map((role) => '[role=' + role + ']').join();
  const roles = { A: 'link', AREA: 'link', BUTTON: 'button', SELECT: 'list', TEXTAREA: 'textbox', SUMMARY: 'button', TD: 'cell', TH: 'cell', TR: 'row', LI: 'item', OPTION: 'option' };
  const types = { checkbox: 'checkbox', radio: 'radio', submit: 'button', button: 'button', image: 'button', reset: 'button', password: 'password',
    file: 'file', date: 'date', month: 'month', week: 'week', time: 'time', 'datetime-local': 'date and time', range: 'slider', color: 'color', number: 'number' };
  const roleOf = (e) => e.getAttribute('role') || (e.tagName === 'INPUT' ? types[e.type] || 'textbox' : e.isContentEditable ? 'textbox' : roles[e.tagName] || 'clickable');
  const byId = (e, name) => (e.getAttribute(name) || '').split(/\\s+/).map((id) => id && e.getRootNode().getElementById?.(id)).filter(Boolean);
  // A label may enclose its field; the field's own text is not part of its name.
  const labelOf = (e) => { const label = e.labels && e.labels[0] && e.labels[0].cloneNode(true); if (!label) return '';
    for (const field of label.querySelectorAll('select,textarea,button,input')) field.remove(); return short(label.textContent, 80); };
  const inControl = (e) => { for (; e; e = e.parentElement || e.getRootNode().host) if (e.matches(CONTROLS)) return true; return false; };
  const nameOf = (e) => byId(e, 'aria-labelledby').map((l) => l.innerText).join(' ') || e.getAttribute('aria-label') || labelOf(e) ||
    e.placeholder || e.alt || (e.tagName === 'INPUT' ? (/submit|button|reset/.test(e.type) ? e.value : e.name || e.id) :
    /^(SELECT|TEXTAREA)$/.test(e.tagName) || e.isContentEditable ? '' : e.innerText) || e.name || e.title || e.id;
  // A value that is covered or masked is not read, because it may be a part of a secret.
  const isMasked = (e) => /^(INPUT|TEXTAREA)$/.test(e.tagName) && getComputedStyle(e).webkitTextSecurity !== 'none';
  const valueOf = (e) => globalThis.covered?.fields.has(e) ? (e.value ? '(secret)' : '') : e.type === 'password' || isMasked(e) ? (e.value ? '(filled)' : '') :
    /^(checkbox|radio)$/.test(e.type) ? (e.checked ? 'checked' : 'not checked') :
    e.tagName === 'SELECT' ? [...e.selectedOptions].map((o) => o.text).join(', ') : e.type === 'file' ? [...e.files].map((f) => f.name).join(', ') :
    /^(INPUT|TEXTAREA)$/.test(e.tagName) ? (/^(submit|button|reset|image)$/.test(e.type) ? '' : e.value) : e.isContentEditable ? e.innerText :
    e.getAttribute('aria-checked') ? (e.getAttribute('aria-checked') === 'true' ? 'checked' : 'not checked') : e.getAttribute('aria-valuetext') || e.getAttribute('aria-valuenow') || '';
  const optionsOf = (e) => { const list = e.tagName === 'SELECT' ? [...e.options] : e.list ? [...e.list.options] :
      [...byId(e, 'aria-controls'), ...byId(e, 'aria-owns')].flatMap((l) => [...l.querySelectorAll('[role=option]')]);
    return list.slice(0, ${MAX_OPTIONS}).map((o) => short(o.label || o.innerText || o.value, 60)).filter(Boolean); };
  const found = new Set(), elements = [], texts = [];
  const roots = rootsOf(closed);
  for (const root of roots) {
    for (const e of root.querySelectorAll(CONTROLS)) found.add(e);
    let looked = 0;
    for (const e of root.querySelectorAll('td,th,tr,li,div,span,p,img,svg,label,h1,h2,h3,h4,section,article')) {
      if (++looked > 3000) break;
      if (/^(none|presentation)$/.test(e.getAttribute('role'))) continue;
      const up = e.parentElement || e.getRootNode().host;
      if (!found.has(e) && getComputedStyle(e).cursor === 'pointer' && !(up && getComputedStyle(up).cursor === 'pointer') && !inControl(e) &&
        !(e.tagName === 'LABEL' && e.control)) found.add(e);
    }
    texts.push(root === document ? (document.body ? document.body.innerText : '') :
      [...root.children].filter((e) => !/^(STYLE|SCRIPT|TEMPLATE)$/.test(e.tagName)).map((e) => e.innerText || '').join(' '));
  }
  for (const e of found) {
    if (elements.length >= most) break;
    const box = e.getBoundingClientRect();
    const [x0, y0] = [Math.max(clip[0], left + box.x), Math.max(clip[1], top + box.y)];
    const [x1, y1] = [Math.min(clip[2], left + box.right), Math.min(clip[3], top + box.bottom)];
    if (x1 - x0 < 1 || y1 - y0 < 1 || !e.checkVisibility({ visibilityProperty: true })) continue;
    elements.push({ ref: 'e' + refOf(e), role: short(roleOf(e), 20), name: short(nameOf(e), 80), value: short(valueOf(e), 120), options: optionsOf(e),
      x: Math.round((x0 + x1) / 2), y: Math.round((y0 + y1) / 2) });
  }
  return { title: hide(document.title), url: hide(location.href), type: document.contentType, text: short(texts.join(' '), ${MAX_TEXT}), elements, count };
}`;

/** Finds an element by its number. */
export const ELEMENT = `function (ref, ...closed) { ${ROOTS}
  for (const root of rootsOf(closed)) for (const e of root.querySelectorAll('*')) if ('e' + globalThis.refs?.get(e) === ref) return e;
  return null; }`;

/** Finds the focused element, also within shadow roots. If the focus is in a frame, returns the frame's element. */
export const FOCUSED = `function (...closed) { let e = document.activeElement;
  for (let inner = e; inner; e = inner || e) { inner = (e.shadowRoot || closed.find((root) => root.host === e))?.activeElement; }
  return e; }`;

/** Lists the risks of clicking a node (`this`), of typing while it is focused, and of pressing return or space there. */
export const CLASSIFY = `function () {
  const up = (e) => e.parentElement || (e.getRootNode().host ?? null);
  const near = (fits) => { for (let e = this.nodeType === 1 ? this : this.parentElement; e; e = up(e)) if (fits(e)) return e; return null; };
  const submits = (e) => /^(BUTTON|INPUT)$/.test(e.tagName) && !!e.form && /^(submit|image)$/.test(e.type);
  const fetches = (e) => /^(A|AREA)$/.test(e.tagName) && e.hasAttribute('href') && (e.hasAttribute('download') ||
    /\\.(zip|exe|msi|dmg|deb|rpm|apk|pdf|docx?|xlsx?|pptx?|csv|od[tsp]|tar|gz|7z|iso|bin|sh|jar)$/i.test(e.pathname));
  const control = near((e) => e.tagName === 'LABEL')?.control;
  const submit = !!near(submits) || (!!control && submits(control)), download = !!near(fetches);
  const password = !!near((e) => e.tagName === 'INPUT' && e.type === 'password');
  const click = [submit && 'submit', download && 'download', password && 'password'].filter(Boolean);
  const field = near((e) => e.tagName === 'INPUT');
  return { click, type: password ? ['password'] : [], space: near(submits) ? ['submit'] : [],
    enter: [(near(submits) || (field && field.form)) && 'submit', download && 'download'].filter(Boolean),
    editable: !!field || this.tagName === 'TEXTAREA' || !!this.isContentEditable,
    secrets: [document, this.getRootNode()].some((root) => root.querySelector('input[type=password]')) };
}`;

/**
 * Sets a field whose value cannot simply be typed: a list, a date or time, a slider, a colour.
 * @returns whether the field accepts the value
 */
export const FILL = `function (text) {
  const e = this, plain = (s) => s.replace(/\\s+/g, ' ').trim().toLowerCase();
  const two = (n) => n.padStart(2, '0');
  const date = (s) => { const ours = /^(\\d{1,2})[\\/.-](\\d{1,2})[\\/.-](\\d{4})/.exec(s);
    return ours ? ours[3] + '-' + two(ours[2]) + '-' + two(ours[1]) + s.slice(ours[0].length) : s; };
  const tell = () => { for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true, composed: true })); };
  if (e.tagName === 'SELECT') {
    const option = [...e.options].find((o) => plain(o.label) === plain(text)) || [...e.options].find((o) => o.value === text);
    if (!option || option.disabled) return false;
    if (e.multiple) option.selected = true; else e.selectedIndex = option.index;
    tell();
    return option.selected;
  }
  const wanted = (/^date/.test(e.type) ? date(text.trim()).replace(/ (?=\\d\\d:)/, 'T') : text.trim());
  const before = e.value;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(e, wanted);
  if (e.value === '' || (e.type === 'range' && e.value !== wanted)) { e.value = before; return false; }
  tell();
  return true;
}`;

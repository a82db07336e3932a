/** Scripts that type secrets and keep them from being seen. They are kept as source text, because they are compiled in the page. */

/** Name of the script world in which secrets are covered. A page cannot reach it. */
export const COVER_WORLD = 'cover';

/**
 * Covers some texts wherever a document shows them: fields that contain one, and every place in its text. Runs before the document
 * is drawn, and again whenever something changes. A covered text cannot be copied or dragged elsewhere either.
 */
export const COVER = `(texts) => {
  const known = globalThis.covered ||= { texts: new Set(), begun: false };
  for (const text of texts) known.texts.add(text);
  const shows = (text) => { if (text) for (const one of known.texts) if (text.includes(one)) return true; return false; };
  const FIELD = { '-webkit-text-security': 'disc', '-webkit-text-fill-color': 'transparent', 'caret-color': 'transparent',
    'text-shadow': 'none', background: '#000' };
  const coverField = (e) => { if (e.style.getPropertyValue('-webkit-text-security') !== 'disc' || e.style.getPropertyPriority('background-color') !== 'important')
    for (const name in FIELD) e.style.setProperty(name, FIELD[name], 'important'); };
  const coverText = (node) => { for (const one of known.texts) for (let at = node.data.indexOf(one); at !== -1; at = node.data.indexOf(one, at + one.length)) {
    const range = new Range(); range.setStart(node, at); range.setEnd(node, at + one.length); known.highlight.add(range); } };
  const look = (root) => {
    const see = (node) => {
      if (node.nodeType === 3) { if (shows(node.data)) coverText(node); }
      else if (node.nodeType === 1) { if (/^(INPUT|TEXTAREA)$/.test(node.tagName) && shows(node.value)) coverField(node); if (node.shadowRoot) watch(node.shadowRoot); }
    };
    see(root);
    const walker = document.createTreeWalker(root, 5);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) see(node);
  };
  const watch = known.watch ||= (root) => {
    if (known.roots.has(root)) return;
    known.roots.add(root);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, known.sheet];
    known.observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['value', 'style', 'type', 'class'] });
    look(root);
  };
  if (!known.begun) {
    known.begun = true;
    known.roots = new Set();
    known.sheet = new CSSStyleSheet();
    known.sheet.replaceSync('::highlight(covered) { color: transparent; -webkit-text-fill-color: transparent; background-color: #000; text-shadow: none }');
    known.highlight = new Highlight();
    known.highlight.priority = 1000000;
    CSS.highlights.set('covered', known.highlight);
    known.observer = new MutationObserver((records) => { for (const { target, addedNodes } of records) { look(target.nodeType === 3 || !addedNodes.length ? target : target); } });
    const again = () => requestAnimationFrame(() => { for (const root of known.roots) for (const e of root.querySelectorAll('input,textarea')) if (shows(e.value)) coverField(e); });
    for (const type of ['input', 'change', 'focusin', 'focusout', 'keyup', 'click']) addEventListener(type, (event) => {
      const e = event.composedPath()[0]; if (e && e.value !== undefined && shows(String(e.value)) && e.style) coverField(e); again(); }, true);
    for (const type of ['copy', 'cut', 'dragstart']) addEventListener(type, (event) => {
      const e = event.composedPath()[0]; if (shows(String(e?.value ?? '')) || shows(String(getSelection()))) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);
  }
  watch(document);
  for (const root of known.roots) look(root);
}`;

/** Returns the origin of a frame's document, which is \`null\` in a sandboxed frame. */
export const ORIGIN = `function () { return self.origin; }`;

/**
 * Types a secret into a field, and covers it first. The page cannot move the focus or replace the document in between, because the
 * check and the typing are one call.
 * @returns '' or why nothing was typed
 */
export const TYPE_SECRET = `function (text, origin) {
  if (self.origin !== origin) return 'not-bound';
  const takes = (e) => e && (e.tagName === 'TEXTAREA' || (e.tagName === 'INPUT' && /^(text|password|email|tel|url|number|search)$/.test(e.type))) &&
    !e.disabled && !e.readOnly && e.isConnected && e.ownerDocument === document;
  const cover = (e) => { const style = { '-webkit-text-security': 'disc', '-webkit-text-fill-color': 'transparent', 'caret-color': 'transparent', 'text-shadow': 'none', background: '#000' };
    for (const name in style) e.style.setProperty(name, style[name], 'important'); };
  const put = (e, part) => {
    cover(e);
    e.focus();
    if (e.getRootNode().activeElement !== e) return false;
    e.select();
    document.execCommand('insertText', false, part);
    if (e.value === '') {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), 'value').set.call(e, part);
      for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
    }
    return e.value !== '';
  };
  if (!takes(this)) return 'no-field';
  // A one-time code may have a field for each digit.
  const parts = this.maxLength === 1 && text.length > 1 ? [...text] : [text];
  const fields = parts.length === 1 ? [this] : [...this.getRootNode().querySelectorAll('input')].filter((e) => takes(e) && e.maxLength === 1);
  const first = fields.indexOf(this);
  if (fields.length - first < parts.length) return 'no-field';
  return parts.every((part, at) => put(fields[first + at], part)) ? '' : 'no-field';
}`;

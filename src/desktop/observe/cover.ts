/** Scripts that type secrets and keep them from being seen. They are kept as source text, because they are compiled in the page. */

/**
 * The style of a field that must not be seen. Its first property also marks the field, in this script world
 * and in later ones.
 */
const COVERED_FIELD = `{ '-webkit-text-security': 'disc', '-webkit-text-fill-color': 'transparent', 'caret-color': 'transparent',
    'text-shadow': 'none', background: '#000' }`;

/**
 * Covers some texts wherever a document shows them: fields that contain one, and every place in its text.
 * Runs before the document is drawn, and again whenever something changes. A covered text cannot be copied or
 * dragged elsewhere either. Editing a field into which a secret was typed empties it first, because a part of
 * a secret would not be recognised.
 */
export const COVER = `(texts) => {
  const known = globalThis.covered ||= { texts: new Set(), begun: false };
  for (const text of texts) known.texts.add(text);
  const shows = (text) => { if (text) for (const one of known.texts) if (text.includes(one)) return true; return false; };
  const isField = (e) => /^(INPUT|TEXTAREA)$/.test(e.tagName);
  const FIELD = ${COVERED_FIELD};
  const isStyled = (e) => e.style.getPropertyValue('-webkit-text-security') === 'disc' && e.style.getPropertyPriority('background-color') === 'important';
  const setValue = (e, value) => { Object.getOwnPropertyDescriptor(Object.getPrototypeOf(e), 'value').set.call(e, value);
    for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true, composed: true })); };
  const uncover = (e) => { known.fields.delete(e); for (const name in FIELD) e.style.removeProperty(name); };
  // A secret is spent by the first change that a person or the model makes.
  const spend = (e) => { if (!known.typing && known.fields.get(e) === 'secret') { uncover(e); setValue(e, ''); } };
  const guard = (e) => {
    for (const type of ['beforeinput', 'input']) e.addEventListener(type, (event) => { if (event.isTrusted) spend(e); }, true);
    for (const type of ['copy', 'cut', 'dragstart']) e.addEventListener(type, (event) => {
      if (known.fields.has(e)) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);
  };
  const coverField = (e, how = 'secret') => {
    if (!known.guarded.has(e)) { known.guarded.add(e); guard(e); }
    known.fields.set(e, how);
    if (!isStyled(e)) for (const name in FIELD) e.style.setProperty(name, FIELD[name], 'important');
  };
  // A field that an earlier world has covered may hold a part of a secret by now.
  const seeField = (e, how = 'secret') => { const before = known.fields.get(e);
    if (before === 'own' && !shows(e.value)) uncover(e);
    else if (before || shows(e.value)) coverField(e, before || how);
    else if (isStyled(e) && e.value) coverField(e); };
  const coverText = (node) => { for (const one of known.texts) for (let at = node.data.indexOf(one); at !== -1; at = node.data.indexOf(one, at + one.length)) {
    const range = new Range(); range.setStart(node, at); range.setEnd(node, at + one.length); known.highlight.add(range); } };
  const look = known.look ||= (root) => {
    const see = (node) => {
      if (node.nodeType === 3) { if (shows(node.data)) coverText(node); }
      else if (node.nodeType === 1) { if (isField(node)) seeField(node); if (node.shadowRoot) watch(node.shadowRoot); }
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
  // Whether what is selected touches a covered text. What is selected in a shadow root cannot be told, so nothing there is copied.
  const isSelected = () => { const selection = getSelection();
    for (const range of known.highlight) { const node = range.startContainer; if (range.collapsed || !node.isConnected) continue;
      if (node.getRootNode() !== document) return true;
      for (let n = 0; n < selection.rangeCount; n++) if (selection.getRangeAt(n).intersectsNode(node)) return true; }
    return false; };
  if (!known.begun) {
    known.begun = true;
    known.typing = false;
    known.roots = new Set();
    // Fields that nobody may read. The value of those that are 'own' was typed by a person or the model, who thus know it.
    known.fields = new WeakMap();
    known.guarded = new WeakSet();
    known.coverField = coverField;
    known.setValue = setValue;
    known.sheet = new CSSStyleSheet();
    known.sheet.replaceSync('::highlight(covered) { color: transparent; -webkit-text-fill-color: transparent; background-color: #000; text-shadow: none }');
    known.highlight = new Highlight();
    known.highlight.priority = 1000000;
    CSS.highlights.set('covered', known.highlight);
    // A shadow root may be attached to an element, and a script may set a field, without any sign. Callbacks run before the next picture.
    const again = () => requestAnimationFrame(() => { for (const root of [...known.roots]) for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) watch(e.shadowRoot); if (isField(e)) seeField(e); } });
    known.observer = new MutationObserver((records) => { for (const { target } of records) look(target); again(); });
    for (const type of ['input', 'change', 'focusin', 'focusout', 'keyup', 'click']) addEventListener(type, (event) => {
      const e = event.composedPath()[0]; if (e?.nodeType === 1 && isField(e)) seeField(e, type === 'input' && event.isTrusted && !known.typing ? 'own' : 'secret'); again(); }, true);
    for (const type of ['copy', 'cut', 'dragstart']) addEventListener(type, (event) => {
      const e = event.composedPath()[0]; if (shows(String(e?.value ?? '')) || isSelected()) { event.preventDefault(); event.stopImmediatePropagation(); } }, true);
  }
  watch(document);
  for (const root of known.roots) look(root);
}`;

/** Returns the origin of a frame's document, which is \`null\` in a sandboxed frame. */
export const ORIGIN = `function () { return self.origin; }`;

/**
 * Covers a field and then types a secret into it. The page cannot move the focus or replace the document in
 * between, because the check and the typing are one call.
 * @returns `{ refused, shown }`: '' or why nothing was typed, and the value as the page wrote it if it wrote
 * it differently
 */
export const TYPE_SECRET = `function (text, origin) {
  if (self.origin !== origin) return { refused: 'not-bound' };
  const known = globalThis.covered;
  const takes = (e) => e && (e.tagName === 'TEXTAREA' || (e.tagName === 'INPUT' && /^(text|password|email|tel|number)$/.test(e.type))) &&
    !e.disabled && !e.readOnly && e.isConnected && e.ownerDocument === document;
  const put = (e, part) => {
    known.watch(e.getRootNode());
    known.coverField(e);
    e.focus();
    if (e.getRootNode().activeElement !== e) return false;
    e.select();
    document.execCommand('insertText', false, part);
    if (e.value === '') known.setValue(e, part);
    return e.value !== '';
  };
  // A one-time code may have a field for each digit. A field that would cut the secret gets nothing.
  const isBoxes = this.maxLength === 1 && text.length > 1;
  const parts = isBoxes ? [...text] : [text];
  if (!known || !takes(this) || (!isBoxes && this.maxLength > 0 && this.maxLength < text.length)) return { refused: 'no-field' };
  const fields = isBoxes ? [...this.getRootNode().querySelectorAll('input')].filter((e) => takes(e) && e.maxLength === 1) : [this];
  const first = fields.indexOf(this);
  if (fields.length - first < parts.length) return { refused: 'no-field' };
  known.typing = true;
  try { if (!parts.every((part, at) => put(fields[first + at], part))) return { refused: 'no-field' }; } finally { known.typing = false; }
  const shown = isBoxes || this.value === text || this.value.length < 4 ? undefined : this.value;
  if (shown) { known.texts.add(shown); for (const root of known.roots) known.look(root); }
  return { refused: '', shown };
}`;

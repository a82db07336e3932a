/** Tools for models without vision: one function per action, on page elements identified by their refs. */

type Fields = Readonly<Record<string, unknown>>;

const middle = [640, 400];
const NOTCHES = 5;

/** The tool for typing into an element. For fields such as dates, it sets the text instead of typing it. */
export const TYPE_TEXT = 'type_text';

const RULES: Readonly<Record<string, (given: Fields) => readonly Fields[]>> = {
  click_element: ({ ref }) => [{ action: 'click', ref }],
  type_text: ({ ref, text }) => [
    { action: 'click', ref },
    { action: 'key', keys: 'ctrl+a' },
    { action: 'type', text },
  ],
  choose_option: ({ ref, option }) => [{ action: 'fill', ref, text: option }],
  press_key: ({ keys }) => [{ action: 'key', keys }],
  scroll_page: ({ direction }) => [
    { action: 'scroll', at: middle, dy: direction === 'up' ? -NOTCHES : NOTCHES },
  ],
  look_again: () => [{ action: 'screenshot' }],
  open_app: ({ app, url, file }) => [
    { action: 'open_app', app, ...(url !== undefined && { url }), ...(file !== undefined && { file }) },
  ],
  upload_file: ({ ref, file }) => [{ action: 'upload', ref, file }],
  type_secret: ({ ref, name, field }) => [
    { action: 'click', ref },
    { action: 'type_secret', name, field },
  ],
  ask_person: ({ question, wants, options }) => [
    { action: 'ask_person', question, wants, ...(options !== undefined && { options }) },
  ],
  finish_task: ({ success, result, output }) => [
    { action: 'finish', success, result, ...(output !== undefined && { output }) },
  ],
};

export const ELEMENT_TOOLS: readonly string[] = Object.keys(RULES);

export const isElementTool = (tool: string): boolean => Object.hasOwn(RULES, tool);

/** Translates a call to our actions without checking them. These actions have a `ref` where others have coordinates. */
export const fromElements = (tool: string, given: Fields): readonly Fields[] => RULES[tool]!(given);

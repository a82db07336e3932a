import { describe, expect, it } from 'vitest';
import { TextEntry } from '../../../../src/desktop/live-view/text-entry.ts';
import { readViewerMessage, type TextMessage } from '../../../../src/desktop/live-view/viewer-messages.ts';

const typed = (text: string): TextMessage => ({ how: 'typed', text });

/** Creates a text entry that enters one piece of text at a time, when the test tells it to. */
const gated = () => {
  const entered: string[] = [];
  const faults: unknown[] = [];
  let go = Promise.withResolvers<void>();
  const entry = new TextEntry(
    async ({ how, text }) => {
      await go.promise;
      if (text === 'bad') throw new Error('gone');
      entered.push(`${how} ${text}`);
    },
    (error) => faults.push(error),
  );
  return { entry, entered, faults, go: () => go.resolve(), hold: () => (go = Promise.withResolvers<void>()) };
};

describe('Entering text for a person', () => {
  it('the entry joins text typed while other text is being entered and keeps keys and pastes in order', async () => {
    const { entry, entered, go } = gated();
    entry.add(typed('क'));
    entry.add(typed('ख'));
    entry.add(typed('ग'));
    entry.after(() => entered.push('key'));
    entry.add({ how: 'pasted', text: 'घ' });
    expect(entered).toEqual([]);
    go();
    await expect.poll(() => entered).toEqual(['typed क', 'typed खग', 'key', 'pasted घ']);
    entry.after(() => entered.push('at once'));
    expect(entered.at(-1)).toBe('at once');
  });

  it('text that cannot be entered is reported, and the next text is still entered', async () => {
    const { entry, entered, faults, go } = gated();
    entry.add(typed('bad'));
    entry.add({ how: 'pasted', text: 'good' });
    go();
    await expect.poll(() => entered).toEqual(['pasted good']);
    expect(faults).toHaveLength(1);
  });

  it('the entry refuses more text than its backlog allows', () => {
    const { entry } = gated();
    entry.add(typed('a'));
    expect(entry.add(typed('b'.repeat(100_000)))).toBe(true);
    expect(entry.add(typed('c'))).toBe(false);
  });
});

describe('Reading a viewer’s message', () => {
  it.each([
    ['take', 'take'],
    ['keep', 'keep'],
    ['release', 'release'],
    ['{"how":"typed","text":"क"}', { how: 'typed', text: 'क' }],
    ['{"how":"spoken","text":"क"}', undefined],
    ['{"how":"typed","text":""}', undefined],
    ['{"how":"typed","text":"a","more":1}', undefined],
    ['taken', undefined],
    ['[', undefined],
  ])('readWord accepts only known messages: %s', (said, word) => {
    expect(readViewerMessage(said)).toEqual(word);
  });
});

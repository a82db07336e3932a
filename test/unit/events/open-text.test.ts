import { describe, expect, it } from 'vitest';
import { agUi } from '../../../src/events/ag-ui.ts';
import { aiSdk } from '../../../src/events/ai-sdk.ts';
import { Narrator } from '../../../src/events/narrator.ts';
import { START } from '../../../src/events/position.ts';
import type { StoredEvent } from '../../../src/events/stored.ts';
import { readEvents } from '../../helpers/server-sent-events.ts';
import { messageId, numbered, succeeded, toldRun } from '../../helpers/told-run.ts';

const DIALECTS = { agUi, aiSdk };
const TEXT = 'I read the case first. One moment.';

const call = (nth: number) =>
  ({
    type: 'tool.call',
    payload: {
      turn: 1,
      message_id: messageId(1),
      call_id: `call_${nth}`,
      tool: 'read_case',
      arguments: '{}',
    },
  }) as const;
const said = (text: string) =>
  ({ type: 'message', payload: { turn: 1, message_id: messageId(1), text } }) as const;

/**
 * A turn with text and calls: what a reader gets while the text is written, by attempt, and what is stored.
 */
interface Turn {
  readonly parts: readonly (readonly [attempt: number, text: string])[];
  readonly stored: readonly StoredEvent[];
  /** The text that the reader has at the end. */
  readonly text: string;
}

const TURNS: Readonly<Record<string, Turn>> = {
  'the text arrives in parts before the call': {
    parts: [
      [1, 'I read the case first. '],
      [1, TEXT],
    ],
    stored: numbered([said(TEXT), call(1)]),
    text: TEXT,
  },
  'the reader has only the beginning of the text when the call is stored': {
    parts: [[1, 'I read']],
    stored: numbered([said(TEXT), call(1)]),
    text: TEXT,
  },
  'the text arrives as a whole': { parts: [], stored: numbered([said(TEXT), call(1)]), text: TEXT },
  'two calls follow the text': {
    parts: [[1, TEXT]],
    stored: numbered([said(TEXT), call(1), call(2)]),
    text: TEXT,
  },
  'a second attempt says something else': {
    parts: [[1, 'I am not sure']],
    stored: numbered([said(TEXT), call(1)]),
    text: TEXT,
  },
  'the stored turn has no text any more': {
    parts: [[1, 'I read']],
    stored: numbered([call(1)]),
    text: '',
  },
  'the stored text is empty': { parts: [[1, ' ']], stored: numbered([said(''), call(1)]), text: '' },
  'the text is longer than one part': {
    parts: [[1, TEXT.repeat(700)]],
    stored: numbered([said(TEXT.repeat(900)), call(1)]),
    text: TEXT.repeat(900),
  },
};

interface Chunk {
  readonly type: string;
  readonly id?: string;
  readonly messageId?: string;
  readonly toolCallId?: string;
  readonly delta?: string;
  readonly data?: { readonly text?: string };
  readonly messages?: readonly { readonly id: string }[];
}

/** Returns everything that a reader gets of a turn. */
const read = (name: keyof typeof DIALECTS, { parts, stored }: Turn): readonly Chunk[] => {
  const narrator = new Narrator(DIALECTS[name], START, toldRun.id);
  let written = '';
  for (const [attempt, text] of parts)
    written += narrator.renderPart({ message: messageId(1), attempt, text, broken: false });
  for (const event of stored) {
    if (narrator.withdrawsBefore(event)) written += narrator.withdraw(stored.slice(0, narrator.seq));
    written += narrator.render(event, toldRun);
  }
  written += narrator.end(succeeded);
  return readEvents(written).flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data) as Chunk] : []));
};

describe.each(Object.keys(DIALECTS) as (keyof typeof DIALECTS)[])(
  'A turn with text and a call (%s)',
  (name) => {
    it.each(Object.keys(TURNS))('the text is closed before the call begins, and comes once: %s', (title) => {
      const turn = TURNS[title]!;
      const open = new Set<string>();
      const texts = new Map<string, string>();
      const calls: string[] = [];
      for (const chunk of read(name, turn)) {
        const id = chunk.messageId ?? chunk.id ?? '';
        if (/^(TEXT_MESSAGE_START|text-start)$/.test(chunk.type)) {
          expect(open.has(id)).toBe(false);
          open.add(id);
          texts.set(id, '');
        }
        if (/^(TEXT_MESSAGE_CONTENT|text-delta)$/.test(chunk.type)) {
          expect(open.has(id)).toBe(true);
          texts.set(id, texts.get(id)! + chunk.delta!);
        }
        if (/^(TEXT_MESSAGE_END|text-end)$/.test(chunk.type)) expect(open.delete(id)).toBe(true);
        if (chunk.type === 'MESSAGES_SNAPSHOT')
          for (const known of texts.keys())
            if (!chunk.messages!.some((message) => message.id === known)) texts.delete(known);
        if (chunk.type === 'data-withdrawn') texts.delete(chunk.data!.text!);
        if (/^(TOOL_CALL_START|tool-input-available)$/.test(chunk.type)) {
          expect([...open]).toEqual([]);
          calls.push(chunk.toolCallId!);
        }
      }
      expect([...open]).toEqual([]);
      expect([...texts.values()].join('')).toBe(turn.text);
      expect(calls).toHaveLength(turn.stored.filter(({ type }) => type === 'tool.call').length);
      expect(new Set([...calls, ...texts.keys()]).size).toBe(calls.length + texts.size);
    });
  },
);

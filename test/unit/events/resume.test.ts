import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agUi } from '../../../src/events/ag-ui.ts';
import { aiSdk } from '../../../src/events/ai-sdk.ts';
import type { Dialect } from '../../../src/events/dialect.ts';
import { ledgerRows } from '../../../src/events/ledger-rows.ts';
import { Narrator } from '../../../src/events/narrator.ts';
import { END, readPosition, START } from '../../../src/events/position.ts';
import { readEvents, type Sent } from '../../helpers/server-sent-events.ts';
import { messageId, succeeded, toldEvents, toldRun } from '../../helpers/told-run.ts';
import { runs } from '../../helpers/runs.ts';

const DIALECTS: Readonly<Record<string, Dialect>> = { agUi, aiSdk, ledgerRows };
const TEXTS = ['I read the claim. '.repeat(3_000), 'It is in order: ₹48,500 🙏.'] as const;
/** The run of the ids. */
const RUN = 'run_0123456789abcdef0123456789abcdef';
const EVENTS = toldEvents([...TEXTS]);

/** Reads onwards from a position. Text that is still being written is first seen at the given lengths. */
const readFrom = (
  dialect: Dialect,
  id: string | undefined,
  live: readonly number[] = [],
): readonly Sent[] => {
  const position = id === undefined ? START : readPosition(id, RUN);
  if (position === undefined) throw new Error(`${id} is no position`);
  if (position === END) return [];
  const narrator = new Narrator(dialect, position, RUN);
  let text = '';
  for (const event of EVENTS.slice(narrator.seq)) {
    if (event.type === 'message') {
      const { message_id: message, text: whole } = event.payload;
      for (const length of live)
        text += narrator.renderPart({ message, attempt: 1, text: whole.slice(0, length), broken: false });
    }
    if (narrator.withdrawsBefore(event)) text += narrator.withdraw(EVENTS.slice(0, narrator.seq));
    text += narrator.render(event, toldRun);
  }
  return readEvents(text + narrator.end(succeeded));
};

/** Returns the text of each message that a client has in the end, with its parts joined as every client does. */
const told = (sent: readonly Sent[]): readonly string[] => {
  const all: string[] = [];
  for (const { data } of sent) {
    const { type, delta, messageId: of, id } = data.startsWith('{') ? JSON.parse(data) : { type: data };
    if (/TEXT_MESSAGE_CONTENT|text-delta/.test(type) && all.at(-1)?.startsWith(`text ${of ?? id} `) === true)
      all.push(all.pop()! + delta);
    else if (/TEXT_MESSAGE_CONTENT|text-delta/.test(type)) all.push(`text ${of ?? id} ${delta}`);
    else all.push(data);
  }
  return all;
};

describe('Text that is still being written', () => {
  it.each(['agUi', 'aiSdk'])('%s: the stream never splits a character', (name) => {
    const message = messageId(1);
    const narrator = new Narrator(DIALECTS[name]!, { ...START, seq: 1 }, RUN);
    const written = Array.from('ab🙏c'.split(''), (_, length) =>
      narrator.renderPart({ message, attempt: 1, text: 'ab🙏c'.slice(0, length + 1), broken: false }),
    );
    const deltas = readEvents(written.join('')).flatMap(
      ({ data }) => (JSON.parse(data) as { delta?: string }).delta ?? [],
    );
    expect(deltas).toEqual(['a', 'b', '🙏', 'c']);
  });
});

describe('A stream that is cut and resumed', () => {
  it.each(Object.keys(DIALECTS))('%s: every event has a unique id', (name) => {
    const ids = readFrom(DIALECTS[name]!, undefined, [10, 20]).map(({ id }) => id);
    expect(ids.every((id) => readPosition(id, RUN) !== undefined)).toBe(true);
    expect(new Set(ids.slice(0, -1)).size).toBeGreaterThanOrEqual(ids.length - 3);
    expect(ids.at(-1)).toBe(END);
  });

  it.each(Object.keys(DIALECTS))(
    '%s: a stream cut anywhere, any number of times, gives the same text as an uncut one',
    (name) => {
      const dialect = DIALECTS[name]!;
      const uncut = told(readFrom(dialect, undefined));
      const lengths = fc
        .array(fc.nat(TEXTS[0].length), { maxLength: 4 })
        .map((all) => all.toSorted((a, b) => a - b));
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.nat(80), lengths), { maxLength: 6 }), (cuts) => {
          const seen: Sent[] = [];
          for (const [count, live] of cuts) {
            seen.push(...readFrom(dialect, seen.at(-1)?.id, live).slice(0, count));
          }
          seen.push(...readFrom(dialect, seen.at(-1)?.id));
          expect(told(seen)).toEqual(uncut);
        }),
        runs(400),
      );
    },
  );

  it('a stream resumed after its end sends nothing', () => {
    expect(readFrom(agUi, 'end')).toEqual([]);
  });

  it('an id of another run is rejected, and an id that names no run is accepted', () => {
    const [sent] = readFrom(agUi, undefined);
    expect(readPosition(sent!.id, RUN)).toBeDefined();
    expect(readPosition(sent!.id, RUN.replace('0', '1'))).toBeUndefined();
    expect(readPosition('3', RUN)).toMatchObject({ seq: 3 });
  });

  it.each(['', '-1', '1.', '1.x', 'abc', '1~', '1~m', '1~m~2', '1~m~2~zz', '1~m m~2~a', '9999999999', '5\n'])(
    'readPosition rejects %j',
    (text) => {
      expect(readPosition(text, RUN)).toBeUndefined();
    },
  );
});

describe('A retried turn’s text', () => {
  const first = { message: messageId(1), attempt: 1, text: 'I think that', broken: false };
  const narrate = (attempts: readonly { readonly attempt: number; readonly text: string }[]) => {
    const narrator = new Narrator(agUi, START, RUN);
    let text = narrator.render(EVENTS[0]!, toldRun);
    for (const part of attempts) text += narrator.renderPart({ ...first, ...part });
    if (narrator.withdrawsBefore(EVENTS[1]!)) text += narrator.withdraw(EVENTS.slice(0, 1));
    text += narrator.render(EVENTS[1]!, toldRun);
    return readEvents(text).map(({ event }) => event);
  };

  it('the text continues where the first attempt stopped if the second attempt says the same', () => {
    expect(
      narrate([
        { attempt: 1, text: 'I read ' },
        { attempt: 2, text: 'I read the' },
      ]),
    ).not.toContain('MESSAGES_SNAPSHOT');
  });

  it('the text is withdrawn and sent again once when the second attempt says something else', () => {
    const events = narrate([first, { attempt: 2, text: 'I read the claim. ' }]);
    expect(events.filter((event) => event === 'TEXT_MESSAGE_START')).toHaveLength(2);
    expect(events.filter((event) => event === 'MESSAGES_SNAPSHOT')).toHaveLength(1);
    expect(events.lastIndexOf('TEXT_MESSAGE_START')).toBeGreaterThan(events.indexOf('MESSAGES_SNAPSHOT'));
  });

  it('the text is withdrawn once even when the stream is cut during the withdrawal', () => {
    const narrator = new Narrator(agUi, { ...START, seq: 1 }, RUN);
    const before = readEvents(narrator.renderPart(first) + narrator.withdraw(EVENTS.slice(0, 1)));
    const position = readPosition(before.at(-2)!.id, RUN);
    if (position === undefined || position === END) throw new Error('no position');
    const again = new Narrator(agUi, position, RUN);
    expect(again.withdrawsBefore(EVENTS[1]!)).toBe(true);
    expect(readEvents(again.withdraw(EVENTS.slice(0, 1))).map(({ event }) => event)).toEqual([
      'MESSAGES_SNAPSHOT',
    ]);
  });

  it('the text is closed and withdrawn when the run ends without completing it', () => {
    const narrator = new Narrator(agUi, { ...START, seq: 1 }, RUN);
    const part = narrator.renderPart(first);
    expect(narrator.withdrawsBefore(END)).toBe(true);
    const events = readEvents(part + narrator.withdraw([]) + narrator.end(succeeded)).map(
      ({ event }) => event,
    );
    expect(events.slice(-4)).toEqual([
      'TEXT_MESSAGE_END',
      'MESSAGES_SNAPSHOT',
      'STATE_DELTA',
      'RUN_FINISHED',
    ]);
  });
});

import { clip } from '../governance/bounded-text.ts';
import { maskJson, maskText } from '../governance/mask.ts';
import type { RunEvent } from './sink.ts';

/** Maximum length of a text in an event. A stream only shows what happens, and the run's record holds the rest. */
const LONGEST = 262_144;

const cut = (text: string): string => (text.length <= LONGEST ? text : `${clip(text, LONGEST)} […]`);

/** Replaces what Postgres cannot store in a jsonb (NUL, lone surrogates) with U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

const plain = (text: string): string => storable(cut(maskText(text)));

/** Masks JSON text member by member, with a member's name as the label of its value. */
const maskedJson = (text: string): string => {
  try {
    return storable(cut(JSON.stringify(maskJson(JSON.parse(text)))));
  } catch {
    return plain(text);
  }
};

/** Converts a name of this service into an id for the stream, which allows few characters. */
export const wireId = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(0, 80) || '_';

/** Converts a name that a model or its provider made up, which may contain anything, into a masked id. */
const givenId = (name: string): string => wireId(maskText(name.slice(0, 1_000)));

/**
 * Returns an event's payload as stored, with every text in it masked. Publishers mask as well; this is the second line of
 * defence.
 */
export const maskedPayload = (event: RunEvent): object => {
  switch (event.type) {
    case 'message': {
      const { message_id, text, ...rest } = event.payload;
      return { ...rest, message_id: wireId(message_id), text: plain(text) };
    }
    case 'tool.call': {
      const { message_id, call_id, arguments: text, tool, ...rest } = event.payload;
      return {
        ...rest,
        message_id: wireId(message_id),
        call_id: givenId(call_id),
        tool: givenId(tool),
        arguments: maskedJson(text),
      };
    }
    case 'tool.result': {
      const { call_id, tool, content, ...rest } = event.payload;
      return { ...rest, call_id: givenId(call_id), tool: givenId(tool), content: plain(content) };
    }
    case 'run.error':
      return { ...event.payload, message: plain(event.payload.message) };
    default:
      return event.payload;
  }
};

import { clip } from '../governance/text/clip.ts';
import { maskJson, maskText } from '../governance/mask.ts';
import type { RunEvent } from './sink.ts';

/** Maximum length of a string in an event. A stream only shows progress; the full text is in the run's record. */
const LONGEST = 262_144;

const cut = (text: string): string => (text.length <= LONGEST ? text : `${clip(text, LONGEST)} […]`);

/** Replaces characters that Postgres cannot store in a jsonb value (NUL and lone surrogates) with U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

const plain = (text: string): string => storable(cut(maskText(text)));

/** Masks JSON text member by member, using each member's name as its value's label. */
const maskedJson = (text: string): string => {
  try {
    return storable(cut(JSON.stringify(maskJson(JSON.parse(text)))));
  } catch {
    return plain(text);
  }
};

/** Converts one of this service's own names into a stream id, which may contain only a few kinds of characters. */
export const wireId = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(0, 80) || '_';

/** Converts a name invented by a model or its provider, which may contain anything, into a masked id. */
const givenId = (name: string): string => wireId(maskText(name.slice(0, 1_000)));

/** Returns an event's payload for storage, with every string masked. Publishers mask too; this is a second line of defence. */
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
    case 'review.asked': {
      const { call_id, ...rest } = event.payload;
      return { ...rest, call_id: givenId(call_id) };
    }
    case 'model.retry':
    case 'run.error':
      return { ...event.payload, message: plain(event.payload.message) };
    default:
      return event.payload;
  }
};

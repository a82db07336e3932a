import { clip } from '../governance/bounded-text.ts';
import { maskJson, maskText } from '../governance/mask.ts';
import type { RunEvent } from './sink.ts';

/** Longer texts are cut: a stream shows what happens, and the run's record holds the rest. */
const LONGEST = 262_144;

const cut = (text: string): string => (text.length <= LONGEST ? text : `${clip(text, LONGEST)} […]`);

/** What Postgres cannot store in a jsonb becomes U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

const plain = (text: string): string => storable(cut(maskText(text)));

/** JSON text, member by member: a member's name is the label of its value. */
const maskedJson = (text: string): string => {
  try {
    return storable(cut(JSON.stringify(maskJson(JSON.parse(text)))));
  } catch {
    return plain(text);
  }
};

/** A name of ours as an id of the wire, which has few characters. */
export const wireId = (name: string): string => name.replaceAll(/[^\w.-]/g, '_').slice(0, 80) || '_';

/** The same of a name that a model or its provider made up: it may hold anything. */
const givenId = (name: string): string => wireId(maskText(name.slice(0, 1_000)));

/** An event as it is stored: every text in it masked. Whoever tells it masks as well; this is the second wall. */
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

import { readArguments } from '../../reading/arguments.ts';
import { membersOf } from '../wire/members.ts';

/** A call as the chat protocol sends it back. */
export interface ChatCall {
  /** '' if the server gave none. */
  readonly id: string;
  readonly name: string;
  /** The arguments in the pieces in which they arrived. */
  readonly pieces: readonly string[];
  /** Further members that the server needs back, such as Gemini's signature of a thought. */
  readonly more: Readonly<Record<string, unknown>>;
}

interface Building {
  readonly place: number | undefined;
  id: string;
  name: string;
  readonly pieces: string[];
  readonly more: Record<string, unknown>;
}

/** Members of a call that are sent back to the server unchanged. */
const KEPT = ['extra_content', 'provider_specific_fields'] as const;

/**
 * Collects a reply's calls from their pieces. Servers differ in how they tell which call a piece belongs to: by an index, which
 * may be text, missing, or 0 for all; or by an id or a name that only a call's first piece has.
 */
export class ChatCalls {
  readonly #calls: Building[] = [];

  get all(): readonly ChatCall[] {
    return this.#calls;
  }

  /** Takes one piece. @returns the number of characters of arguments in it */
  take(piece: unknown): number {
    const members = membersOf(piece);
    const asked = membersOf(members['function']);
    const name = textOf(asked['name']) || textOf(members['name']);
    const given = asked['arguments'] ?? members['arguments'];
    const text = typeof given === 'string' ? given : given == null ? '' : JSON.stringify(given);
    const call = this.#callFor({ place: placeOf(members['index']), id: textOf(members['id']), name, text });
    for (const member of KEPT) if (members[member] != null) call.more[member] = members[member];
    if (text !== '') call.pieces.push(text);
    return text.length;
  }

  #callFor(piece: {
    readonly place: number | undefined;
    readonly id: string;
    readonly name: string;
    readonly text: string;
  }): Building {
    const { place, id, name } = piece;
    const known =
      place === undefined ? this.#calls.at(-1) : this.#calls.findLast((call) => call.place === place);
    if (known === undefined || isAnother(known, piece)) {
      const fresh: Building = { place, id, name, pieces: [], more: {} };
      this.#calls.push(fresh);
      return fresh;
    }
    if (known.id === '') known.id = id;
    if (known.name === '') known.name = name;
    return known;
  }
}

/** Returns whether a piece begins a new call although its index is that of a known one, or missing. */
const isAnother = (
  known: Building,
  { id, name, text }: { readonly id: string; readonly name: string; readonly text: string },
): boolean => {
  if (name === '') return false;
  if (id !== '' && known.id !== '' && id !== known.id) return true;
  if (name !== known.name && known.name !== '') return true;
  if (id !== '') return known.id === '';
  // Without an id, a name begins a new call only once the known call is complete, and not if it is merely repeated.
  const so = readArguments(known.pieces);
  return known.pieces.length > 0 && so.given !== undefined && text !== '' && text !== so.text;
};

const placeOf = (index: unknown): number | undefined => {
  const place = typeof index === 'string' && index !== '' ? Number(index) : index;
  return typeof place === 'number' && Number.isInteger(place) && place >= 0 ? place : undefined;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

import { type Members, membersOf } from '../wire/members.ts';

/** Members in which servers write a model's thinking as text. */
export const REASONING_TEXTS = ['reasoning_content', 'reasoning'] as const;
/** Members in which they write it as a list, with signatures or encrypted. */
const LISTS = ['reasoning_details', 'thinking_blocks'] as const;
/** Further members that belong to the reply as a whole. */
const WHOLES = ['extra_content', 'provider_specific_fields'] as const;

/**
 * Collects a reply's thinking under the names that its server uses, because the server may refuse the next request without it.
 */
export class ChatReasoning {
  readonly #texts = new Map<string, string>();
  readonly #lists = new Map<string, Members[]>();
  readonly #wholes = new Map<string, Members>();

  /** Takes the members of one piece. @returns the new thinking, as text */
  take(delta: Members): string {
    for (const name of REASONING_TEXTS) {
      this.#texts.set(name, (this.#texts.get(name) ?? '') + textIn(delta[name]));
    }
    for (const name of LISTS) {
      const list = delta[name];
      if (Array.isArray(list)) for (const one of list) this.#addTo(name, membersOf(one));
    }
    for (const name of WHOLES) {
      if (Object.keys(membersOf(delta[name])).length === 0) continue;
      this.#wholes.set(name, { ...this.#wholes.get(name), ...membersOf(delta[name]) });
    }
    // Servers that use two names write the same text under both.
    return REASONING_TEXTS.map((name) => textIn(delta[name])).find((text) => text !== '') ?? '';
  }

  /** Returns the members for the next request. */
  members(): Members {
    return {
      ...Object.fromEntries([...this.#texts].filter(([, text]) => text !== '')),
      ...Object.fromEntries(this.#lists),
      ...Object.fromEntries(this.#wholes),
    };
  }

  /** Adds an entry to a list, or appends it to the last entry if it is a further piece of that entry. */
  #addTo(name: string, entry: Members): void {
    const list = this.#lists.get(name) ?? [];
    this.#lists.set(name, list);
    const last = list.at(-1);
    const continues =
      last !== undefined &&
      last['type'] === entry['type'] &&
      last['index'] === entry['index'] &&
      (entry['id'] == null || last['id'] == null || last['id'] === entry['id']) &&
      // A signature closes its block.
      (typeof last['signature'] !== 'string' || last['signature'] === '' || entry['index'] !== undefined);
    if (continues) list[list.length - 1] = joined(last, entry);
    else list.push(entry);
  }
}

/** Members of an entry that arrive in pieces. */
const PIECES: ReadonlySet<string> = new Set(['text', 'summary', 'thinking', 'data', 'signature']);

const joined = (last: Members, entry: Members): Members => {
  const whole: Record<string, unknown> = { ...last };
  for (const [name, value] of Object.entries(entry)) {
    const before = whole[name];
    const isPiece = PIECES.has(name) && typeof before === 'string' && typeof value === 'string';
    if (isPiece) whole[name] = before + value;
    else if (value != null) whole[name] = value;
  }
  return whole;
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

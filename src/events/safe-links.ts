import { disableLinks, sayDisabled } from '../governance/answers/links.ts';
import { settledLinks } from '../governance/answers/markup.ts';
import { disableLinksInJson } from '../governance/answers/links-in-json.ts';
import type { EgressPolicy } from '../governance/egress.ts';
import type { StoredEvent } from './stored.ts';
import type { LiveText } from './tail.ts';

/** Cached because all of a run's readers use the same policy, that of the run's team. */
const known = new WeakMap<StoredEvent, StoredEvent>();

/**
 * Disables links to hosts outside the policy in all text from models and tools. A message also notes that links were disabled.
 */
export const withSafeLinks = (event: StoredEvent, policy: EgressPolicy): StoredEvent => {
  const earlier = known.get(event);
  if (earlier !== undefined) return earlier;
  const safe = safeOf(event, policy);
  if (safe !== event) known.set(event, safe);
  return safe;
};

const safeOf = (event: StoredEvent, policy: EgressPolicy): StoredEvent => {
  switch (event.type) {
    case 'message': {
      const text = sayDisabled(disableLinks(event.payload.text, policy));
      return { ...event, payload: { ...event.payload, text } };
    }
    case 'tool.call': {
      const safe = disableLinksInJson(event.payload.arguments, policy);
      return { ...event, payload: { ...event.payload, arguments: safe } };
    }
    case 'tool.result': {
      const content = disableLinksInJson(event.payload.content, policy);
      return { ...event, payload: { ...event.payload, content } };
    }
    default:
      return event;
  }
};

/**
 * Disables links in text in progress. Its output is always a prefix of {@link withSafeLinks}'s output for the whole text. It
 * keeps finished lines, so that for each new part it only has to process the current line and not the whole text.
 */
export class WrittenLinks {
  readonly #policy: EgressPolicy;
  #name = '';
  #lines = 0;
  #safe = '';

  constructor(policy: EgressPolicy) {
    this.#policy = policy;
  }

  of(live: LiveText): LiveText {
    const name = `${live.message}/${live.attempt}`;
    if (name !== this.#name || live.text.length < this.#lines) {
      this.#name = name;
      this.#lines = 0;
      this.#safe = '';
    }
    const settled = settledLinks(live.text.slice(this.#lines));
    const end = lineEnd(settled);
    this.#safe += disableLinks(settled.slice(0, end), this.#policy).text;
    this.#lines += end;
    return { ...live, text: this.#safe + disableLinks(settled.slice(end), this.#policy).text };
  }
}

/** Returns the position after the last line that does not end inside a link. */
const lineEnd = (settled: string): number =>
  settledLinks(settled.slice(0, settled.lastIndexOf('\n') + 1)).length;

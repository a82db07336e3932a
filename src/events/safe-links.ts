import { disableLinks, sayDisabled, settledLinks } from '../governance/answers/links.ts';
import { disableLinksInJson } from '../governance/answers/links-in-json.ts';
import type { EgressPolicy } from '../governance/egress.ts';
import type { StoredEvent } from './stored.ts';
import type { LiveText } from './tail.ts';

/** Many readers follow one run, whose team has one policy. */
const known = new WeakMap<StoredEvent, StoredEvent>();

/**
 * An event in which nothing that a model wrote, or that came out of a tool, has a live link to a host outside the policy. A text
 * also says so.
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
 * The same of texts while they are being written. What it gives is the beginning of what {@link withSafeLinks} makes of
 * the whole text. Finished lines are kept, so that each part costs its own line and not the whole text.
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

/** Behind the last line that ends outside of a link. */
const lineEnd = (settled: string): number =>
  settledLinks(settled.slice(0, settled.lastIndexOf('\n') + 1)).length;

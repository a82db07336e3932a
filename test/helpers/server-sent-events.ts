/** One server-sent event as it arrived. */
export interface Sent {
  readonly id: string;
  readonly event: string | undefined;
  readonly data: string;
}

/** Parses events as their bytes arrive. */
export class EventReader {
  readonly events: Sent[] = [];
  #rest = '';
  readonly #decoder = new TextDecoder();

  add(bytes: Uint8Array): void {
    const text = this.#rest + this.#decoder.decode(bytes, { stream: true });
    const end = text.lastIndexOf('\n\n') + 2;
    this.#rest = end === 1 ? text : text.slice(end);
    if (end > 1) this.events.push(...readEvents(text.slice(0, end)));
  }
}

/**
 * Returns the events in text that may end in the middle of an event. Only LF LF separates frames.
 * @throws Error for a line that is not a field, so that a forged frame is noticed
 */
export const readEvents = (text: string): readonly Sent[] => {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const match = /^(id|event|data|retry): (.*)$/su.exec(line);
      if (match !== null && !fields.has(match[1]!)) fields.set(match[1]!, match[2]!);
      else if (!line.startsWith(': ')) throw new Error(`not a field: ${line.slice(0, 100)}`);
    }
    const data = fields.get('data');
    return data === undefined ? [] : [{ id: fields.get('id')!, event: fields.get('event'), data }];
  });
};

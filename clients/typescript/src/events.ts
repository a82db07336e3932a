/** An event of a stream. */
export interface StreamMessage<T = unknown> {
  readonly id: string;
  readonly event: string;
  readonly data: T;
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Reads server-sent events. An event that the connection cuts off is left out, because its empty line is missing.
 * @param onRetry gets the time that the service asks clients to wait before they reconnect
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onRetry: (ms: number) => void,
): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  let [id, event, data] = ['', '', [] as string[]];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.map((one) => one.replace(/\r$/, ''))) {
        const [, field = '', text = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        if (line === '') {
          if (data.length > 0)
            yield { id, event: event === '' ? 'message' : event, data: jsonOr(data.join('\n')) };
          [event, data] = ['', []];
        } else if (field === 'id') id = text;
        else if (field === 'event') event = text;
        else if (field === 'data') data.push(text);
        else if (field === 'retry' && /^\d+$/.test(text)) onRetry(Number(text));
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

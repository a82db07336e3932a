/** A scripted model's reply, independent of the protocol. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly {
    readonly tool: string;
    /** An object, or the exact text of the arguments, which may be malformed. */
    readonly arguments: object | string;
    readonly id?: string;
  }[];
  /** Finish reason in the protocol's own words; if it is omitted, it is derived from the other fields. */
  readonly finish?: string;
  readonly refusal?: string;
  /** null if the provider does not report usage. */
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cached?: number;
    /** Tokens written to the cache, which only the anthropic wire reports. */
    readonly written?: number;
  } | null;
  readonly model?: string;
}

/** The server's actions on the socket, in order; the reply ends after the last one. */
export type Action =
  | { readonly write: string | Buffer }
  | { readonly sleepMs: number }
  /** Sends nothing until the test lets it go on. */
  | { readonly until: Promise<void> }
  /** Resets the TCP connection. */
  | { readonly reset: true }
  /** Closes the socket before the body is complete. */
  | { readonly cut: true }
  /** Sends nothing more and keeps the connection open. */
  | { readonly hang: true };

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly actions: readonly Action[];
}

/** How a provider's protocol encodes replies and errors. */
export interface Wire {
  readonly path: string;
  /** Returns a reply's events, each a complete server-sent event. */
  readonly events: (said: Said) => readonly string[];
  readonly error: (error: {
    readonly type: string;
    readonly code?: string;
    readonly message: string;
  }) => object;
}

const STREAM = { 'content-type': 'text/event-stream' };

export const stream = (actions: readonly Action[], headers = STREAM): Reply => ({ headers, actions });

/** Returns a complete reply, event by event. */
export const whole = (wire: Wire, said: Said): Reply => stream(wire.events(said).map((write) => ({ write })));

/** Returns a reply that ends after some of its events as if it were complete. */
export const endAfter = (wire: Wire, said: Said, events: number): Reply =>
  stream(
    wire
      .events(said)
      .slice(0, events)
      .map((write) => ({ write })),
  );

/** Returns the first events of a reply, followed by other actions. */
export const brokenAfter = (wire: Wire, said: Said, events: number, ...after: readonly Action[]): Reply =>
  stream([
    ...wire
      .events(said)
      .slice(0, events)
      .map((write) => ({ write })),
    ...after,
  ]);

/** Returns a reply in slices of this many bytes, which split characters and lines. */
export const sliced = (wire: Wire, said: Said, bytes: number): Reply => {
  const all = Buffer.from(wire.events(said).join(''));
  const slices = Array.from({ length: Math.ceil(all.length / bytes) }, (_, n) => ({
    write: all.subarray(n * bytes, (n + 1) * bytes),
  }));
  return stream(slices.flatMap((slice) => [slice, { sleepMs: 1 }]));
};

/** Returns a plain response instead of a stream. */
export const answer = (
  status: number,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status,
  headers: {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    ...headers,
  },
  actions: [{ write: typeof body === 'string' ? body : JSON.stringify(body) }],
});

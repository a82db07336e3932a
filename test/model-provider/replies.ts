/** What a scripted model says, whichever wire it is said on. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly {
    readonly tool: string;
    /** An object, or the very text of the arguments, well-formed or not. */
    readonly arguments: object | string;
    readonly id?: string;
  }[];
  /** As the wire names it; fitting the rest when left out. */
  readonly finish?: string;
  readonly refusal?: string;
  /** null: the provider does not count. */
  readonly usage?: { readonly input: number; readonly output: number } | null;
  readonly model?: string;
}

/** What the server does to the socket, one after the other; the reply ends when they are done. */
export type Action =
  | { readonly write: string | Buffer }
  | { readonly sleepMs: number }
  /** A TCP reset. */
  | { readonly reset: true }
  /** The socket is closed without the end of the body. */
  | { readonly cut: true }
  /** Nothing more comes, ever. */
  | { readonly hang: true };

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly actions: readonly Action[];
}

/** How a wire writes things. */
export interface Wire {
  readonly path: string;
  /** The events of a reply, each a whole server-sent event. */
  readonly events: (said: Said) => readonly string[];
  readonly error: (error: {
    readonly type: string;
    readonly code?: string;
    readonly message: string;
  }) => object;
}

const STREAM = { 'content-type': 'text/event-stream' };

export const stream = (actions: readonly Action[], headers = STREAM): Reply => ({ headers, actions });

/** A whole reply, event by event. */
export const whole = (wire: Wire, said: Said): Reply => stream(wire.events(said).map((write) => ({ write })));

/** A reply that ends after some of its events, as if it were complete. */
export const endAfter = (wire: Wire, said: Said, events: number): Reply =>
  stream(
    wire
      .events(said)
      .slice(0, events)
      .map((write) => ({ write })),
  );

/** The first events of a reply, and then something else. */
export const brokenAfter = (wire: Wire, said: Said, events: number, ...after: readonly Action[]): Reply =>
  stream([
    ...wire
      .events(said)
      .slice(0, events)
      .map((write) => ({ write })),
    ...after,
  ]);

/** A reply in slices of so many bytes, which split characters and lines. */
export const sliced = (wire: Wire, said: Said, bytes: number): Reply => {
  const all = Buffer.from(wire.events(said).join(''));
  const slices = Array.from({ length: Math.ceil(all.length / bytes) }, (_, n) => ({
    write: all.subarray(n * bytes, (n + 1) * bytes),
  }));
  return stream(slices.flatMap((slice) => [slice, { sleepMs: 1 }]));
};

/** An answer that is no stream. */
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

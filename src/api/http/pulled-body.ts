import { Readable } from 'node:stream';

export interface PulledBodyOptions {
  /** Milliseconds after which a reader that does not accept data is disconnected. */
  readonly stalledMs: number;
  /** Called once, when the reader has disconnected or has received everything. It must end any wait inside `text`. */
  readonly onGone: () => void;
  /** Called with the reason if producing the text failed. A reader that disconnects is not an error. */
  readonly onError: (error: unknown) => void;
}

/**
 * Returns a body that is generated piece by piece; each piece is generated after the connection has accepted the previous one.
 */
export const pulledBody = (
  text: AsyncGenerator<string, void, undefined>,
  { stalledMs, onGone, onError }: PulledBodyOptions,
): Readable => {
  let stalled: NodeJS.Timeout | undefined;
  const pull = async (body: Readable): Promise<void> => {
    try {
      const { done, value } = await text.next();
      if (body.destroyed) return;
      if (done !== true) stalled = setTimeout(() => body.destroy(), stalledMs);
      body.push(done === true ? null : value);
    } catch (error) {
      onError(error);
      body.destroy();
    }
  };
  return new Readable({
    highWaterMark: 1,
    read() {
      clearTimeout(stalled);
      void pull(this);
    },
    destroy(error, callback) {
      clearTimeout(stalled);
      onGone();
      void text.return();
      callback(error);
    },
  });
};

import { Readable } from 'node:stream';

export interface PulledBodyOptions {
  /** A reader that takes nothing for this long is disconnected. */
  readonly stalledMs: number;
  /** Called once, when the reader has gone or has everything; it must end whatever `text` waits for. */
  readonly onGone: () => void;
  /** Called with the reason when the text broke off. A reader that has gone is no error. */
  readonly onError: (error: unknown) => void;
}

/** Returns a body that is generated piece by piece, each once the connection has taken the one before it. */
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

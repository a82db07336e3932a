import { request } from 'node:http';

/** Called for each marker that arrives over a connection. */
export type OnMarker = (marker: string) => void;

const MARKER = /#(\d+)#/g;

/** Opens a connection for each URL and looks for markers in the received data. Resolves when all streams have begun. */
export const openReaders = async (
  urls: readonly string[],
  headers: Readonly<Record<string, string>>,
  onMarker: OnMarker,
): Promise<{ readonly close: () => void }> => {
  const asked = urls.map((url) => request(url, { agent: false, headers }));
  await Promise.all(
    asked.map(async (one) => {
      const begun = Promise.withResolvers<void>();
      one.once('error', begun.reject);
      one.once('response', (response) => {
        if (response.statusCode !== 200)
          begun.reject(new Error(`a stream request got ${response.statusCode}`));
        response.on('error', () => undefined);
        response.on('data', (bytes: Buffer) => {
          begun.resolve();
          for (const [, marker] of bytes.toString('latin1').matchAll(MARKER)) onMarker(marker!);
        });
      });
      one.end();
      await begun.promise;
      one.on('error', () => undefined);
    }),
  );
  return { close: () => asked.forEach((one) => one.destroy()) };
};

import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { SCREEN } from '../../contract/operator-action.ts';
import { BAR } from './page.ts';
import type { EncodedFrame } from './scenes.ts';

/** Writes encoded frames into a WebM file. The bytes of frames come from a sandbox and are copied without being read. */
export const writeWebm = async (frames: readonly EncodedFrame[]): Promise<Buffer> => {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  const decoderConfig = { codec: 'vp8', codedWidth: SCREEN.width, codedHeight: SCREEN.height + BAR };
  for (const { key, bytes, atMs, showsMs } of frames) {
    const packet = new EncodedPacket(bytes, key ? 'key' : 'delta', atMs / 1_000, showsMs / 1_000);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
};

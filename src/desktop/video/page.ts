import { SCREEN } from '../../contract/operator-action.ts';

/** Height of the line below the picture. */
export const BAR = 48;

/**
 * A page that encodes pictures as VP8. It comes from a file, because browsers offer their encoder to secure pages only. It is kept as
 * source text, because it is compiled in the desktop's browser.
 */
export const VIDEO_PAGE = `<!doctype html><meta charset="utf-8"><title>video</title><script>
const WIDTH = ${SCREEN.width}, HEIGHT = ${SCREEN.height}, BAR = ${BAR};
const canvas = new OffscreenCanvas(WIDTH, HEIGHT + BAR);
const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
let made = [], fault, last;
const encoder = new VideoEncoder({
  output: (chunk) => { const bytes = new Uint8Array(chunk.byteLength); chunk.copyTo(bytes); made.push([chunk.type === 'key', bytes]); },
  error: (error) => { fault = String(error); },
});
encoder.configure({ codec: 'vp8', width: WIDTH, height: HEIGHT + BAR, bitrate: 2000000, hardwareAcceleration: 'prefer-software' });
const toText = (bytes) => { let text = ''; for (let at = 0; at < bytes.length; at += 32768)
  text += String.fromCharCode(...bytes.subarray(at, at + 32768)); return btoa(text); };
const encode = async ({ png, box, words, at, isKey }) => {
  if (png !== null) {
    last?.close();
    last = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))], { type: 'image/png' }));
  }
  pen.fillStyle = '#444'; pen.fillRect(0, 0, WIDTH, HEIGHT);
  if (last) pen.drawImage(last, 0, 0, WIDTH, HEIGHT);
  if (box !== null) {
    pen.strokeStyle = '#a8201a'; pen.lineWidth = 4;
    pen.strokeRect(box[0], box[1], box[2] - box[0], box[3] - box[1]);
  }
  pen.fillStyle = '#111'; pen.fillRect(0, HEIGHT, WIDTH, BAR);
  pen.fillStyle = '#fff'; pen.font = '20px sans-serif'; pen.textBaseline = 'middle';
  pen.fillText(words, 16, HEIGHT + BAR / 2, WIDTH - 32);
  const frame = new VideoFrame(canvas, { timestamp: at });
  encoder.encode(frame, { keyFrame: isKey });
  frame.close();
  await encoder.flush();
  if (fault) throw new Error(fault);
  const chunks = made; made = [];
  return JSON.stringify(chunks.map(([key, bytes]) => [key, toText(bytes)]));
};
</script>`;

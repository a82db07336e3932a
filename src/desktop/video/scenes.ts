/** A picture of a video, and what it shows. */
export interface Scene {
  /** Null repeats the picture before. */
  readonly png: Buffer | null;
  /** What was clicked, as [x0, y0, x1, y1]. */
  readonly box: readonly number[] | null;
  /** Line below the picture. */
  readonly words: string;
  readonly showsMs: number;
}

/** A scene as the browser encoded it. */
export interface EncodedFrame {
  readonly key: boolean;
  readonly bytes: Buffer;
  readonly atMs: number;
  readonly showsMs: number;
}

interface Step {
  readonly n: number;
  readonly action: string;
  readonly detail: string;
  readonly status: string;
  readonly screenshot_sha256: string | null;
  readonly box: readonly number[] | null;
  readonly at: string;
}

const SHOWS_MS = 2_000;

/** Returns the scenes of a run: for each step what was clicked, if anything was, and the screen after it. */
export const scenesOf = async function* (
  { created_at: start, steps }: { readonly created_at: string; readonly steps: readonly Step[] },
  pictureOf: (n: number) => Promise<Buffer | undefined>,
): AsyncGenerator<Scene> {
  for (const { n, detail, status, screenshot_sha256: hash, box, at } of steps) {
    const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(start)) / 1_000));
    const time = `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const words = `${n}/${steps.length} · ${time} · ${detail}${status === 'done' ? '' : ` (${status})`}`;
    if (box !== null) yield { png: null, box, words, showsMs: SHOWS_MS };
    const png = hash === null ? undefined : await pictureOf(n);
    yield { png: png ?? null, box: null, words, showsMs: SHOWS_MS };
  }
};

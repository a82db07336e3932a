import { createInterface } from 'node:readline';
import { ImageBuildError } from './image-errors.ts';

/** One line of a container engine's output during a pull, import or build. */
export interface ImageEvent {
  readonly stream?: string;
  readonly status?: string;
  readonly id?: string;
  readonly error?: string;
}

const KEPT_LINES = 10;

/**
 * Reads a container engine's response to its end. Reaching the end does not mean success, because the connection may have broken.
 * @throws ImageBuildError with the container engine's last output if it reports an error
 */
export const followStream = async (
  answer: NodeJS.ReadableStream,
  listen: (event: ImageEvent) => void,
): Promise<void> => {
  const said: string[] = [];
  for await (const line of createInterface({ input: answer })) {
    if (line.trim() === '') continue;
    const event = JSON.parse(line) as ImageEvent;
    const text = event.stream?.trim() ?? '';
    if (text !== '') said.push(...text.split('\n').slice(-KEPT_LINES));
    said.splice(0, said.length - KEPT_LINES);
    listen(event);
    if (event.error !== undefined) throw new ImageBuildError([event.error, ...said].join('\n'));
  }
};

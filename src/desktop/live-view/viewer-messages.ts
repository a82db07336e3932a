import { z } from 'zod';

/** More than a person pastes at once; the desktop's clipboard takes as much. */
const MAX_TEXT = 500_000;

const textMessage = z.strictObject({
  how: z.enum(['typed', 'pasted']),
  text: z.string().min(1).max(MAX_TEXT),
});

/** A text for the desktop that does not arrive as keys: another script, an input method, the person's clipboard. */
export type TextMessage = z.output<typeof textMessage>;

const COMMANDS = ['take', 'keep', 'release'] as const;

/**
 * Reads what a viewer sends besides RFB.
 * @returns undefined for anything that our page does not send
 */
export const readViewerMessage = (text: string): (typeof COMMANDS)[number] | TextMessage | undefined => {
  const command = COMMANDS.find((known) => known === text);
  if (command !== undefined) return command;
  try {
    return textMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

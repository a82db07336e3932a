import { z } from 'zod';

/** Maximum length of a text, which is more than a person pastes at once; the desktop's clipboard accepts as much. */
const MAX_TEXT = 500_000;

const textMessage = z.strictObject({
  how: z.enum(['typed', 'pasted']),
  text: z.string().min(1).max(MAX_TEXT),
});

/**
 * A text for the desktop that does not arrive as keys, for example from another script, an input method or the person's
 * clipboard.
 */
export type TextMessage = z.output<typeof textMessage>;

const COMMANDS = ['take', 'keep', 'release'] as const;

/**
 * Reads a viewer's message other than RFB.
 * @returns undefined for a message that our page would not send
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

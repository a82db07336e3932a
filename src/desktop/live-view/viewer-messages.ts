import { z } from 'zod';

/** Maximum length of a text message. It is more than a person pastes at once, and the desktop's clipboard accepts that much. */
const MAX_TEXT = 500_000;

const textMessage = z.strictObject({
  how: z.enum(['typed', 'pasted']),
  text: z.string().min(1).max(MAX_TEXT),
});

/**
 * Text for the desktop that does not arrive as keys, for example text in another script or from an input method or the person's
 * clipboard.
 */
export type TextMessage = z.output<typeof textMessage>;

const COMMANDS = ['take', 'keep', 'release'] as const;

/**
 * Reads a viewer's message other than RFB.
 * @returns undefined if the message is not one that our page sends
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

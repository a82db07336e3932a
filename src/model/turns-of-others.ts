import type { Message } from './messages.ts';

/**
 * Returns a conversation in the form in which a model may see it. Turns that another model answered keep their text and calls, but
 * lose what only that model's provider understands, such as encrypted reasoning.
 * @param model the model that is asked
 */
export const messagesFor = (messages: readonly Message[], model: string): readonly Message[] =>
  messages.map((message) => {
    if (message.role !== 'assistant' || message.by === undefined || message.by === model) return message;
    const { items: _, ...rest } = message;
    return rest;
  });

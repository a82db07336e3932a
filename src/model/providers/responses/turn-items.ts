import type { Message } from '../../messages.ts';

export type ToolMessage = Extract<Message, { role: 'tool' }>;
export type AssistantMessage = Extract<Message, { role: 'assistant' }>;

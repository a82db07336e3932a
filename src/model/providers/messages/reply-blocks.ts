import { readArguments } from '../../reading/arguments.ts';
import type { ProviderItem } from '../../messages.ts';
import { ModelError } from '../../errors.ts';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Members } from '../wire/members.ts';

export interface Block {
  readonly start: Members;
  /** Text of each member that arrives in pieces. */
  readonly members: Map<string, string>;
  /** Pieces of a call's arguments. */
  readonly input: string[];
  readonly citations: unknown[];
  stopped: boolean;
}

/** Members of a block by the delta that continues them. */
const PIECES: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
};

/** Returns whether a block is the call of a tool. */
export const isCall = ({ start }: Block): boolean => start['type'] === 'tool_use';

/** Adds a piece to its block. */
export function* takeDelta(block: Block, delta: Members): Generator<LanguageModelV4StreamPart> {
  const type = wordOf(delta['type']);
  const name = PIECES[type];
  if (name !== undefined) {
    const piece = wordOf(delta[name]);
    block.members.set(name, (block.members.get(name) ?? wordOf(block.start[name])) + piece);
    if (name === 'text') yield* textDelta(piece);
    else yield { type: 'reasoning-delta', id: 'r', delta: piece };
  } else if (type === 'input_json_delta') {
    const piece = wordOf(delta['partial_json']);
    block.input.push(piece);
    yield { type: 'tool-input-delta', id: 'c', delta: piece };
  } else if (type === 'citations_delta') block.citations.push(delta['citation']);
}

export function* textDelta(text: unknown): Generator<LanguageModelV4StreamPart> {
  if (typeof text === 'string') yield { type: 'text-delta', id: 't', delta: text };
}

/** Returns a call's arguments. Servers send them in pieces, or whole in the block's start. */
export const inputOf = ({ start, input }: Block) => {
  const pieces = input.join('') === '' ? [JSON.stringify(start['input'] ?? {})] : input;
  const { given, text } = readArguments(pieces);
  return { given, raw: given === undefined ? pieces.join('') : text };
};

/** Returns a block as received, or nothing for text without content, which the provider would refuse. */
export const itemOf = (block: Block): readonly ProviderItem[] => {
  const { start, members, citations } = block;
  const item = {
    ...start,
    ...Object.fromEntries(members),
    ...(citations.length > 0 && { citations }),
    ...('input' in start && { input: inputOf(block).given ?? {} }),
  };
  return start['type'] === 'text' && wordOf((item as Members)['text']).trim() === '' ? [] : [item];
};

/** Returns the place of a block in the reply. */
export const placeOf = ({ index }: Members): number => {
  if (typeof index !== 'number') throw new ModelError('model_protocol');
  return index;
};

/** Returns a text, or an empty one for anything else. */
export const wordOf = (value: unknown): string => (typeof value === 'string' ? value : '');

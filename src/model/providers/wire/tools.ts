import type { LanguageModelV4FunctionTool, LanguageModelV4ProviderTool } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ToolDefinition } from '../../agents.ts';
import type { ProviderName } from '../../client.ts';

/**
 * Converts tools into a provider's format, each tool once. If the provider has its own version of a tool, that version is used.
 */
export const toolsOf = (
  tools: readonly ToolDefinition[],
  provider: ProviderName,
): (LanguageModelV4FunctionTool | LanguageModelV4ProviderTool)[] =>
  tools.map((tool) => {
    if (tool.native?.provider === provider) {
      const { id, args } = tool.native;
      return { type: 'provider', id, name: tool.name, args: { ...args } };
    }
    const known = CACHE.get(tool);
    if (known !== undefined) return known;
    const { $schema: _, ...inputSchema } = z.toJSONSchema(tool.input, { target: 'draft-7' });
    const made: LanguageModelV4FunctionTool = {
      type: 'function',
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
    };
    CACHE.set(tool, made);
    return made;
  });

const CACHE = new WeakMap<ToolDefinition, LanguageModelV4FunctionTool>();

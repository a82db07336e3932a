import type { z } from 'zod';
import type { ProviderName } from './client.ts';

/** A tool as a model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Shape of the arguments: an object. A call that does not fit is never made; the model is told why. */
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
  /** A tool of the provider's own that stands in for this one where its wire is spoken: models are trained on it. */
  readonly native?: {
    readonly provider: Exclude<ProviderName, 'openai'>;
    readonly id: `${string}.${string}`;
    readonly args: Readonly<Record<string, unknown>>;
  };
}

/**
 * One kind of agent: what it can call and how it comes to an end. Its prompts are messages of the run, written when the
 * run is made. A worker knows its agents by name; workflows name them.
 */
export interface AgentDefinition {
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
  /** How identifiers reach the model: the governance text of each of its turns in the ledger, so it has to be true. */
  readonly governance: string;
  /** `answer`: plain text ends the loop. Otherwise the name of the tool that does, and text alone is corrected. */
  readonly endsBy: 'answer' | { readonly tool: string };
  /** A model that writes code into its answer instead of calling a tool is corrected when this tool would run it. */
  readonly codeTool?: string;
}

/** For agents that read nothing of a case or a person before it was masked. */
export const MASKED_BEFORE_MODEL = 'identifiers masked before the model';

export type Agents = Readonly<Record<string, AgentDefinition>>;

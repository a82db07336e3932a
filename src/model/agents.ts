import type { z } from 'zod';
import type { ProviderName } from './client.ts';

/** A tool as it is described to a model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Shape of the arguments: an object. A call that does not fit is never made, and the model learns why. */
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
  /** The provider's own tool that stands in for this one on its API, because models are trained on it. */
  readonly native?: {
    readonly provider: Exclude<ProviderName, 'openai'>;
    readonly id: `${string}.${string}`;
    readonly args: Readonly<Record<string, unknown>>;
  };
}

/**
 * One kind of agent: what it can call and how it ends. Its prompts are messages of the run, written when the run is made. A
 * worker knows its agents by name, and workflows name them.
 */
export interface AgentDefinition {
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
  /** How identifiers reach the model. This is the governance text of each of its turns in the ledger, so it has to be true. */
  readonly governance: string;
  /** `answer`: plain text ends the loop. Otherwise the named tool ends it, and a reply in text alone is corrected. */
  readonly endsBy: 'answer' | { readonly tool: string };
  /**
   * Tool that would run the code if a model writes code into its answer instead of calling a tool. The model is then corrected.
   */
  readonly codeTool?: string;
}

/** Governance text of agents that read nothing about a case or a person before it was masked. */
export const MASKED_BEFORE_MODEL = 'identifiers masked before the model';

export type Agents = Readonly<Record<string, AgentDefinition>>;

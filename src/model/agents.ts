import type { z } from 'zod';
import type { ProviderName } from './capabilities/capabilities.ts';

/** A tool's description for a model. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Schema for the arguments: an object. A call that does not match is never made, and the model gets the reason. */
  readonly input: z.ZodType<Readonly<Record<string, unknown>>>;
  /** The provider's own version of this tool, used in its place because models are trained on it. */
  readonly native?: {
    readonly provider: Exclude<ProviderName, 'openai'>;
    readonly id: `${string}.${string}`;
    readonly args: Readonly<Record<string, unknown>>;
  };
}

/**
 * One kind of agent: the tools that it can call and how it ends. Its prompts are messages that are written when a run is created.
 * A worker looks up its agents by name, and workflows refer to them by name.
 */
export interface AgentDefinition {
  readonly name: string;
  readonly tools: readonly ToolDefinition[];
  /**
   * Whether and how identifiers reach the model. The ledger records this as each turn's governance text, so it has to be true.
   */
  readonly governance: string;
  /** The same for conversations in which the user shows pictures. */
  readonly governanceOfPictures?: string;
  /**
   * `answer`: plain text ends the loop. Otherwise the named tool ends it, and the model is corrected if it replies with text
   * only.
   */
  readonly endsBy: 'answer' | { readonly tool: string };
  /**
   * Whether its prompts consist only of the service's own texts, so that each turn's row can name their
   * version.
   */
  readonly hasOwnPrompts?: boolean;
  /** Version of its prompts, if they are a team's own and do not all begin the conversation. */
  readonly prompt?: { readonly id: string; readonly sha256: string };
  /** The form of its answer, which is JSON. */
  readonly answer?: {
    readonly schema: Readonly<Record<string, unknown>>;
    /** Returns the faults of an answer, in words for the model. */
    readonly faultsOf: (text: string) => readonly string[];
    readonly maxTokens: number;
  };
  /** Tool that runs code. If a model writes code into its answer instead of calling a tool, the correction names this tool. */
  readonly codeTool?: string;
}

/** Governance text for agents that read about a case or a person only after identifiers are masked. */
export const MASKED_BEFORE_MODEL = 'identifiers masked before the model';

/** Governance text for such agents if the caller shows pictures, in which nothing is masked. */
export const PICTURES_NOT_MASKED = 'identifiers masked in text before the model, not in pictures';

export type Agents = Readonly<Record<string, AgentDefinition>>;

import { z } from 'zod';
import { decisionsOf } from '../../governance/live/verdict.ts';
import { liveAgentName } from '../../governance/live/agent-name.ts';
import { systemPrompt, userPrompt } from '../../governance/live/prompt.ts';
import { toolsOf } from '../../governance/live/tools.ts';
import type { LiveTool } from '../../contract/live-tools.ts';
import type { VerticalId } from '../../governance/verticals/definition.ts';
import { verticals } from '../../governance/verticals/index.ts';
import {
  type AgentDefinition,
  type Agents,
  MASKED_BEFORE_MODEL,
  type ToolDefinition,
} from '../../model/agents.ts';
import { type PromptVersion, promptVersionOf } from '../../model/prompt-version.ts';

const MAX_CODE = 65_536;

const nothing = z.strictObject({});

const outside = z.strictObject({
  url: z.string().min(1).max(2_000).describe('Address to call'),
  purpose: z.string().max(300).optional().describe('What for'),
});

/** Returns the schema of the arguments of the tool that decides. */
export const decisionInput = (decisions: readonly string[]) =>
  z.strictObject({
    decision: z.enum(decisions),
    explanation: z
      .string()
      .min(1)
      .max(2_000)
      .describe("The reason, in one or two sentences, without people's names or numbers"),
    confidence: z.number().min(0).max(1).optional().describe('How sure you are of the decision, from 0 to 1'),
  });

const code = z.strictObject({
  code: z.string().min(1).max(MAX_CODE).describe('Python source; print what you want to see'),
});

const DESCRIPTIONS: Readonly<Record<LiveTool, string>> = {
  read_case: 'Read the case: its members with identifiers masked, and the documents that came with it.',
  verify_identity: "Verify the case's identifiers against their formats, their checksums and the records.",
  look_up_records: 'Look up the records about the case.',
  score_risk: 'Apply the published rules to all of the facts, to get findings and risk points.',
  run_diagnostics: "Read the incident's signs and take the first reading.",
  state_finding: 'State the finding, and whether anything prevents an automated action.',
  call_outside:
    'Ask for a call to an outside address. The egress policy decides; no other address can be reached.',
  apply_fix: 'Apply the published fix for the root cause, if there is no reason against it.',
  verify_recovery: 'Take the reading again after the fix.',
  decide: 'Record your decision. It is final.',
  write_record: 'Write the decision to the records and end the run.',
};

const inputOf = (vertical: VerticalId, tool: LiveTool): ToolDefinition['input'] =>
  tool === 'decide' ? decisionInput(decisionsOf(vertical)) : tool === 'call_outside' ? outside : nothing;

/** The tool with which a model runs code of its own. */
export const runPython: ToolDefinition = {
  name: 'run_python',
  description:
    'Run Python in an isolated sandbox without a network. Variables and files in /tmp are kept between calls. Only printed output is returned.',
  input: code,
};

const liveAgent = (vertical: VerticalId): AgentDefinition => ({
  name: liveAgentName(vertical),
  tools: [
    ...toolsOf(vertical).map((name) => ({
      name,
      description: DESCRIPTIONS[name],
      input: inputOf(vertical, name),
    })),
    runPython,
  ],
  governance:
    verticals[vertical].live.identifiers === 'masked'
      ? MASKED_BEFORE_MODEL
      : 'case sent to the model unmasked',
  endsBy: { tool: 'write_record' },
  hasOwnPrompts: true,
  codeTool: 'run_python',
});

/** Agents for live runs, by name. */
export const liveAgents: Agents = Object.fromEntries(
  Object.values(verticals).map(({ id }) => [liveAgentName(id), liveAgent(id)]),
);

/** The versions of the prompts of live runs in this release. */
export const livePrompts: readonly PromptVersion[] = Object.values(verticals).map((vertical) =>
  promptVersionOf(liveAgent(vertical.id), [systemPrompt(vertical), userPrompt(vertical, '{run}')]),
);

import { z } from 'zod';
import type { StepOf, TeamVertical } from '../../contract/team-vertical.ts';
import { liveAgentName } from '../../governance/live/agent-name.ts';
import { maskText } from '../../governance/mask.ts';
import { jsonSchemaOf } from '../../governance/team-verticals/json-schema.ts';
import {
  questionPrompt,
  teamSystemPrompt,
  teamUserPrompt,
  toolTextOf,
} from '../../governance/team-verticals/live/prompt.ts';
import { liveStepsOf, offersPython } from '../../governance/team-verticals/live/tools.ts';
import { answerFaults } from '../../governance/team-verticals/model.ts';
import { type AgentDefinition, MASKED_BEFORE_MODEL } from '../../model/agents.ts';
import { type PromptVersion, promptVersionOf } from '../../model/prompt-version.ts';
import { checkOutput } from '../output-schema.ts';
import { decisionInput, runPython } from '../vertical/live-agents.ts';

const nothing = z.strictObject({});

/** Returns the agent of a document's live runs. Its tools are the document's steps. */
export const teamLiveAgent = (document: TeamVertical): AgentDefinition => {
  const steps = liveStepsOf(document);
  return {
    name: liveAgentName(document.id),
    tools: [
      ...steps.map(({ name, kind }) => ({
        name,
        description: toolTextOf(document, name),
        input: kind === 'decide' ? decisionInput(document.decisions) : nothing,
      })),
      ...(offersPython(steps) ? [runPython] : []),
    ],
    governance: MASKED_BEFORE_MODEL,
    endsBy: { tool: steps.at(-1)!.name },
    hasOwnPrompts: true,
    ...(offersPython(steps) && { codeTool: runPython.name }),
  };
};

/** Returns the versions of the prompts of a document's live runs: that of its instructions and tools, and those of its questions. */
export const teamPrompts = (document: TeamVertical): readonly PromptVersion[] =>
  document.live === undefined
    ? []
    : [
        promptVersionOf(teamLiveAgent(document), [
          teamSystemPrompt(document),
          teamUserPrompt(document, '{run}'),
        ]),
        ...document.steps.flatMap((step) =>
          step.do === 'model' ? [questionAgent(document, step).prompt!] : [],
        ),
      ];

/** Returns the agent of a step's question: it has no tools, and answers with JSON that fits the step's fields. */
export const questionAgent = ({ id }: TeamVertical, step: StepOf<'model'>): AgentDefinition => {
  const schema = jsonSchemaOf(step.fields);
  const agent: AgentDefinition = {
    name: `${liveAgentName(id)}.${step.id}`,
    tools: [],
    governance: MASKED_BEFORE_MODEL,
    endsBy: 'answer',
    answer: {
      schema,
      faultsOf: (text) => {
        const parsed = answerIn(step, text);
        return 'faults' in parsed ? parsed.faults.map((fault) => maskText(fault)) : [];
      },
      maxTokens: step.max_tokens,
    },
  };
  return { ...agent, prompt: promptVersionOf(agent, [questionPrompt(step)]) };
};

/** Reads a model's answer to a step's question. */
export const answerIn = (
  step: StepOf<'model'>,
  text: string,
): { readonly answer: Readonly<Record<string, unknown>> } | { readonly faults: readonly string[] } => {
  const checked = checkOutput(jsonSchemaOf(step.fields), text);
  if ('faults' in checked) return checked;
  const answer = checked.output as Readonly<Record<string, unknown>>;
  const faults = answerFaults(step, answer);
  return faults.length > 0 ? { faults } : { answer };
};

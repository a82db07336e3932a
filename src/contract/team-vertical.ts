/** A vertical that a team writes: one JSON document of steps from a closed catalogue. */
import { z } from 'zod';
import { DOCUMENT_MEMBERS } from './document-members.ts';
import { condition, ruleCode, ruleName } from './product-terms.ts';
import { ruleSetId, ruleTableSchema } from './rule-set.ts';
import { readsSchema } from './team-vertical-reads.ts';
import { stepRowSchema, trailSchema } from './team-vertical-row.ts';
import { teamVerticalId } from './team-vertical-id.ts';
import { objectShapeSchema } from './team-vertical-shape.ts';

export { teamVerticalId } from './team-vertical-id.ts';

export const collectionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'expected lower-case letters, digits and _')
  .meta({ examples: ['purchase_orders'] });

export const decisionName = z
  .string()
  .regex(/^[a-z][a-z_]{1,29}$/, 'expected lower-case letters and _')
  .meta({ examples: ['approve'] });

const cells = (most: number) =>
  z.record(ruleName, condition).refine((given) => {
    const { length } = Object.keys(given);
    return length >= 1 && length <= most;
  }, `expected 1 to ${most} members`);

const common = {
  id: ruleName,
  effect: z.string().min(1).max(200).meta({ description: 'What the step does, for readers' }),
  if: condition.optional().meta({
    description: 'The step is performed only if this CEL expression is true; its row is written in any case',
  }),
  row: stepRowSchema.optional().meta({ description: "The words of the step's ledger row" }),
};

const checkMembers = z.strictObject({
  do: z.literal('check_members'),
  ...common,
  values: cells(50).optional().meta({ description: 'What is computed of the members, by name' }),
  left_to: ruleName.optional().meta({
    description:
      'A later step `rules`, or a write with `confirm`, that decides about members which cannot be read: its `given` reads `unreadable` of this step',
  }),
});

const scan = z.strictObject({ do: z.literal('scan'), ...common });

const otherwise = z.strictObject({ code: ruleCode, detail: z.string().min(1).max(200) });

const finds = z
  .strictObject({
    rule_set: ruleSetId,
    given: cells(200),
    holds: condition.optional().meta({ description: 'What has to be true besides the rules' }),
    otherwise: otherwise.optional().meta({ description: 'The reason if it is not' }),
    decides: decisionName.optional().meta({
      description:
        'The decision if there are no reasons against it. The step then takes the place of `decide`',
    }),
  })
  .optional()
  .meta({
    description: 'Rules about what the step leaves: its own row has their reasons. Leaves `details`, too',
  });

const lookUp = z.strictObject({
  do: z.literal('look_up'),
  ...common,
  records: z.enum(['policies', 'accounts']).optional().meta({ description: 'Records of the service' }),
  collection: collectionName.optional().meta({ description: "The team's own records" }),
  fields: objectShapeSchema.optional().meta({ description: 'What the own record has' }),
  key: condition.meta({ description: 'CEL expression for a text' }),
  compare: z
    .strictObject({ pan: condition.optional(), email: condition.optional() })
    .optional()
    .meta({ description: 'Texts to compare with the digests of an account: `pan_match`, `email_match`' }),
  resets: z
    .strictObject({
      days: z.int().min(1).max(366),
      case: condition.meta({ description: "The case's own key, whose resets do not count" }),
    })
    .optional()
    .meta({ description: 'Counts the resets of an account by other cases in these days: `recent_resets`' }),
  finds,
});

const verifyCode = z.strictObject({
  do: z.literal('verify_code'),
  ...common,
  phone: condition.meta({ description: 'Number from which somebody calls or writes' }),
  code: condition.meta({ description: 'The one-time code; only this cell reads secret members' }),
  case: condition.meta({ description: "The case's own key: a code works in one case" }),
  finds,
});

const compute = z.strictObject({ do: z.literal('compute'), ...common, values: cells(50) });

const rules = z.strictObject({
  do: z.literal('rules'),
  ...common,
  tables: z.array(ruleTableSchema).min(1).max(20).optional(),
  rule_set: ruleSetId.optional().meta({ description: 'A rule set of the team or of the service' }),
  given: cells(200).optional().meta({ description: "The rule set's inputs" }),
  decides: decisionName.optional().meta({
    description: 'The decision if there are no reasons against it. The step then takes the place of `decide`',
  }),
});

const callOutside = z.strictObject({
  do: z.literal('call_outside'),
  ...common,
  url: z.url({ protocol: /^https$/ }).max(500),
  purpose: z.string().min(1).max(200),
});

const runPython = z.strictObject({
  do: z.literal('run_python'),
  ...common,
  code: z.string().min(1).max(50_000).meta({
    description:
      'Python that runs in a sandbox without a network. It reads `/tmp/given.json`, and the value of its last expression is its answer',
  }),
  given: cells(50).meta({ description: 'What it can read, by name' }),
  fields: objectShapeSchema.meta({ description: 'What its answer has' }),
  timeout_s: z.int().min(1).max(60).default(10),
});

const model = z.strictObject({
  do: z.literal('model'),
  ...common,
  prompt: z.string().min(1).max(8_000).meta({
    description:
      'The question for the model. Besides it, the model reads only `given` and the schema of the answer',
  }),
  given: cells(50).meta({ description: 'What the model reads, by name, with identifiers masked' }),
  fields: objectShapeSchema.meta({ description: 'What its answer has' }),
  max_tokens: z.int().min(16).max(4_096).default(1_024).meta({
    description: 'Maximum number of tokens of one answer',
  }),
  simulated: z.union([z.record(z.string(), z.unknown()), z.null()]).meta({
    description:
      'What later steps read in a simulated run, which asks no model; null: no answer. Such a run always needs a person',
  }),
});

const commands = z.strictObject({
  do: z.literal('commands'),
  ...common,
  templates: condition.optional().meta({
    description: 'CEL expression for a list of commands, in which `{name}` stands for a text of `fill`',
  }),
  fill: cells(10).optional().meta({
    description: 'Texts by name. Only letters, digits, dots, hyphens and _ get into a command',
  }),
  values: cells(50).optional().meta({ description: 'What is computed beside the commands, by name' }),
});

const review = z.strictObject({
  do: z.literal('review'),
  ...common,
  question: z.string().min(1).max(300).meta({ description: 'What a person decides, for the review' }),
});

const decide = z.strictObject({
  do: z.literal('decide'),
  ...common,
  clear: decisionName.meta({ description: 'The decision if there are no reasons against it' }),
  approved: decisionName.optional().meta({ description: 'The decision after a person approved' }),
  denied: decisionName.optional().meta({ description: 'The decision after a person denied' }),
});

const write = z.strictObject({
  do: z.literal('write'),
  ...common,
  on: z.array(decisionName).min(1).max(10).meta({ description: 'The decisions after which it writes' }),
  record: z
    .strictObject({
      collection: collectionName,
      key: condition,
      fields: cells(100),
      exists: z.enum(['refuse', 'replace']).meta({
        description: '`refuse`: a record that another run or the API wrote stays, and the run escalates',
      }),
    })
    .optional(),
  message: z
    .strictObject({
      kind: z.enum(['text_message', 'device_alert']),
      to: condition,
      shown: condition.optional().meta({
        description:
          'How records show the recipient, such as the masked number on file. Default: `to`, masked',
      }),
      body: condition,
    })
    .optional(),
  access: z
    .strictObject({
      account: condition.meta({ description: 'Number of the account' }),
      case: condition.meta({ description: "The case's own key, which counts once" }),
      changed: z
        .strictObject({ code: ruleCode, detail: z.string().min(1).max(200) })
        .meta({ description: 'The reason if the account can no longer be given back' }),
      alert: z.strictObject({
        to: condition.meta({ description: 'Not known: the address on file, which is masked' }),
        body: condition,
      }),
    })
    .optional()
    .meta({
      description: 'Gives access to an account back if it is active or locked, and alerts its holder',
    }),
  ticket: z
    .strictObject({
      id: condition.meta({ description: "The case's own key; the same key again is the same ticket" }),
      category: condition,
      severity: condition.optional(),
      subject: condition.optional(),
      trail: trailSchema.meta({ description: 'What is kept of the steps' }),
    })
    .optional()
    .meta({ description: 'Closes the ticket of the case, or hands it to a person' }),
  address: z
    .strictObject({
      of: ruleName.meta({ description: 'The step `verify_code` of every case that has verified the caller' }),
      phone: condition.meta({ description: "The caller's number" }),
      text: condition.meta({ description: 'The new address. An empty text changes nothing' }),
      refused: otherwise.meta({
        description:
          'The reason if the caller is not verified, or is kept in a system that the service only reads',
      }),
    })
    .optional()
    .meta({ description: 'Changes the address of a caller who was verified in this case' }),
  confirm: z
    .strictObject({
      rule_set: ruleSetId,
      given: cells(200),
      holds: condition.optional().meta({ description: 'What has to be true besides the rules' }),
      otherwise: otherwise.optional(),
    })
    .optional()
    .meta({
      description:
        'Rules that are applied once more to a case without reasons, in the transaction of the write. What they find escalates',
    }),
});

export const teamVerticalStepSchema = z
  .discriminatedUnion('do', [
    checkMembers,
    scan,
    lookUp,
    verifyCode,
    compute,
    rules,
    runPython,
    model,
    commands,
    callOutside,
    review,
    decide,
    write,
  ])
  .meta({ id: 'TeamVerticalStep' });

export type TeamVerticalStep = z.output<typeof teamVerticalStepSchema>;
export type StepKind = TeamVerticalStep['do'];
export type StepOf<Kind extends StepKind> = Extract<TeamVerticalStep, { readonly do: Kind }>;

const test = z.strictObject({
  name: z.string().min(1).max(120),
  case: z.record(z.string(), z.unknown()),
  day: z.iso.date().optional().meta({ description: 'The day of the run. Default: `effective_from`' }),
  results: z
    .record(ruleName, z.union([z.record(z.string(), z.unknown()), z.null()]))
    .default({})
    .meta({
      description:
        'By step id: the record that a look-up finds (null: none), the codes of a rule set (`{codes}`), the answer of code (null: it fails) or of a model (null: none), `{approved}` of a review',
    }),
  expect: z.strictObject({
    decision: decisionName,
    codes: z.array(z.string().max(40)).max(50).optional(),
    written: z.array(ruleName).max(20).optional().meta({ description: 'Ids of the steps that wrote' }),
  }),
});

export type TeamVerticalTest = z.output<typeof test>;

const live = z
  .strictObject({
    instructions: z.string().min(1).max(8_000).meta({ description: "The team's own words to the model" }),
    tools: z
      .record(ruleName, z.string().min(1).max(1_000))
      .default({})
      .meta({ description: "By step id: what the model reads about its tool. Default: the step's `effect`" }),
  })
  .meta({ description: 'Allows live runs, in which a model calls the steps as tools, in their order' });

/** A vertical as data: what a team owns, tests, approves and pins. */
export const teamVerticalSchema = z
  .strictObject({
    id: teamVerticalId,
    version: z.int().min(1).max(1_000_000),
    title: z.string().min(1).max(200),
    description: z.string().min(1).max(1_000),
    effective_from: z.iso.date(),
    case: objectShapeSchema,
    sample: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The case of a run without a body. It must be fictitious' }),
    documents: z
      .record(ruleName, z.enum(DOCUMENT_MEMBERS))
      .refine((given) => Object.keys(given).length > 0, 'expected at least one member')
      .optional()
      .meta({
        description:
          'By member of the case: what its documents call it. Cases then take `documents`, which supply these members or raise doubts',
      }),
    params: z
      .record(ruleName, z.union([z.int(), z.boolean(), z.string().max(500)]))
      .default({})
      .meta({ description: 'Constants, read as `params.<name>`' }),
    reads: readsSchema
      .optional()
      .meta({ description: 'What is read of free text, for cells under `read.<name>`' }),
    egress: z
      .array(z.string().min(1).max(253))
      .max(20)
      .default([])
      .meta({ description: 'Hosts that `call_outside` may name; the installation decides as well' }),
    decisions: z.array(decisionName).min(2).max(10).meta({ description: '`escalate` is one of them' }),
    steps: z.array(teamVerticalStepSchema).min(2).max(40),
    live: live.optional(),
    tests: z.array(test).min(1).max(100),
  })
  .meta({ id: 'TeamVertical' });

export type TeamVertical = z.output<typeof teamVerticalSchema>;

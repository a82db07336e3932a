import type { StepOf, TeamVertical, TeamVerticalStep } from '../../contract/team-vertical.ts';
import { parseEntry } from '../egress-entry.ts';
import { decideEgress } from '../egress.ts';
import type { RuleSetFault } from '../rule-sets/compile.ts';
import { repeated } from '../rule-sets/repeated-names.ts';
import { rowActionsOf } from './catalogue.ts';
import { clearOf, decidesCase, ESCALATE } from './decision.ts';

/** Names that every step can read, so no step may have them. */
const TAKEN: ReadonlySet<string> = new Set(['case', 'params', 'run']);

/** Finds faults in the order of the steps and in the decisions, before any cell is read. */
export const flowFaults = (document: TeamVertical): readonly RuleSetFault[] => [
  ...repeated(
    'steps',
    document.steps.map(({ id }) => id),
  ),
  ...repeated(
    'tests',
    document.tests.map(({ name }) => name),
  ),
  ...document.steps.flatMap((step) => [
    // Documents that read no texts may have a step of this name, because they are older than `reads`.
    ...(TAKEN.has(step.id) || (step.id === 'read' && document.reads !== undefined)
      ? [faultOf(step, `the name ${step.id} is taken`)]
      : []),
    ...rowFaults(document, step),
    ...formFaults(document, step).map((fault) => faultOf(step, fault)),
  ]),
  ...orderFaults(document),
  ...writeFaults(document),
  ...addressFaults(document),
  ...decisionFaults(document),
];

export const faultOf = ({ id }: Pick<TeamVerticalStep, 'id'>, fault: string): RuleSetFault => ({
  at: `steps.${id}`,
  fault,
});

/**
 * A row's action must describe what its kind does. Another word would claim that something else had happened.
 */
const rowFaults = ({ steps }: TeamVertical, step: TeamVerticalStep): readonly RuleSetFault[] => {
  const action = step.row?.action;
  if (step.do === 'write' && action !== undefined && step !== steps.at(-1))
    return [faultOf(step, 'only the row of the last step has the decision')];
  return action === undefined || rowActionsOf(step.do).includes(action)
    ? []
    : [faultOf(step, `the row of ${step.do} cannot be called ${action}`)];
};

/** Returns the faults of one step's members that depend on each other. */
const formFaults = (document: TeamVertical, step: TeamVerticalStep): readonly string[] => {
  switch (step.do) {
    case 'look_up':
      return [...lookUpFaults(step), ...heldFaults(step.finds)];
    case 'verify_code':
      return heldFaults(step.finds);
    case 'rules':
      if ((step.tables === undefined) === (step.rule_set === undefined))
        return ['expected either tables or rule_set'];
      return (step.rule_set === undefined) === (step.given === undefined)
        ? []
        : ['given belongs to rule_set, and rule_set needs it'];
    case 'check_members':
      return ['ok', 'missing', 'unreadable']
        .filter((name) => Object.hasOwn(step.values ?? {}, name))
        .map((name) => `a value cannot be named ${name}`);
    case 'commands':
      return ['listed', 'commands']
        .filter((name) => Object.hasOwn(step.values ?? {}, name))
        .map((name) => `a value cannot be named ${name}`);
    case 'write':
      return writeFormFaults(step);
    case 'run_python':
    case 'model':
      return Object.hasOwn(step.fields.properties, 'ok') ? ['a field cannot be named ok'] : [];
    case 'call_outside':
      return egressFaults(document, step);
    default:
      return [];
  }
};

/** What has to hold needs a reason for when it does not. */
const heldFaults = (
  rules: { readonly holds?: string | undefined; readonly otherwise?: object | undefined } | undefined,
): readonly string[] =>
  (rules?.holds === undefined) === (rules?.otherwise === undefined)
    ? []
    : ['holds needs the reason otherwise, which belongs to it'];

const writeFormFaults = ({
  on,
  record,
  message,
  access,
  ticket,
  address,
  confirm,
}: StepOf<'write'>): readonly string[] => [
  ...heldFaults(confirm),
  ...([record, message, access, ticket, address].filter((each) => each !== undefined).length === 1
    ? []
    : ['expected one of record, message, access, ticket and address']),
  ...(ticket === undefined || on.every((each) => each === 'resolved' || each === ESCALATE)
    ? []
    : ['a ticket is resolved or escalates']),
];

const lookUpFaults = ({
  records,
  collection,
  fields,
  compare,
  resets,
}: StepOf<'look_up'>): readonly string[] => {
  if (records !== 'accounts' && (compare !== undefined || resets !== undefined))
    return ['compare and resets belong to accounts'];
  if ((records === undefined) === (collection === undefined))
    return ['expected either records or collection'];
  if (collection === undefined) return fields === undefined ? [] : ['fields belong to a collection'];
  if (fields === undefined) return ['a collection needs fields'];
  return Object.hasOwn(fields.properties, 'found') ? ['a field cannot be named found'] : [];
};

const egressFaults = ({ egress }: TeamVertical, { url }: StepOf<'call_outside'>): readonly string[] => {
  const unreadable = egress.filter((entry) => parseEntry(entry) === undefined);
  if (unreadable.length > 0) return [`egress has what is no host: ${unreadable.join(', ')}`];
  const { allowed, host } = decideEgress(url, { allow: egress });
  return allowed ? [] : [`no rule of egress allows ${host}, so the step may not call it`];
};

/** Kinds of steps that carry a decision out. */
const AFTER: ReadonlySet<string> = new Set(['write', 'call_outside', 'commands']);

const orderFaults = ({ steps }: TeamVertical): readonly RuleSetFault[] => {
  const decides = steps.filter(decidesCase);
  const at = steps.findIndex(decidesCase);
  const [decide, second] = decides;
  if (decide === undefined) return [{ at: 'steps', fault: 'no step decides' }];
  return [
    ...(second === undefined
      ? []
      : [faultOf(second, `is never reached, because ${decide.id} has decided the case`)]),
    ...(decide.if === undefined ? [] : [faultOf(decide, 'a decision cannot be left out; remove its if')]),
    ...steps.flatMap((step, index) => {
      if (step.do === 'write' && index < at)
        return [faultOf(step, `writes before the decision; move it after ${decide.id}`)];
      if (!AFTER.has(step.do) && !decidesCase(step) && index > at)
        return [faultOf(step, `is never needed, because ${decide.id} has decided the case`)];
      return [];
    }),
    ...(steps.slice(0, at).some((step) => step.do === 'check_members' && step.if === undefined)
      ? []
      : [{ at: 'steps', fault: 'no step checks the members of every case before the decision' }]),
  ];
};

/**
 * A run has at most one message of a kind. Only its first write may be refused because a record exists:
 * earlier writes would stay although the run escalates.
 */
const writeFaults = ({ steps }: TeamVertical): readonly RuleSetFault[] => {
  const writes = steps.filter((step) => step.do === 'write');
  return writes.flatMap((step, index) => {
    const [first] = writes;
    if (
      index > 0 &&
      (step.record?.exists === 'refuse' ||
        [step.access, step.address, step.confirm].some((each) => each !== undefined))
    )
      return [
        faultOf(step, `can be refused after ${first!.id} has written; only the first write may refuse`),
      ];
    const kind = kindOfMessage(step);
    const same =
      kind === undefined ? undefined : writes.slice(0, index).find((each) => kindOfMessage(each) === kind);
    return same === undefined ? [] : [faultOf(step, `${same.id} writes the ${kind} of a run already`)];
  });
};

/** An address is changed only of a caller whom a step of every case has verified. */
const addressFaults = ({ steps }: TeamVertical): readonly RuleSetFault[] =>
  steps.flatMap((step) => {
    const of = step.do === 'write' ? step.address?.of : undefined;
    if (of === undefined) return [];
    return steps.some(({ id, do: kind }) => id === of && kind === 'verify_code')
      ? []
      : [faultOf(step, `${of} is no step verify_code`)];
  });

const kindOfMessage = ({ message, access }: StepOf<'write'>): string | undefined =>
  message?.kind ?? (access && 'device_alert');

const decisionFaults = ({ steps, decisions }: TeamVertical): readonly RuleSetFault[] => {
  const decide = steps.find(decidesCase);
  if (decide === undefined) return [];
  const { approved, denied } = decide.do === 'decide' ? decide : {};
  const clear = clearOf(decide);
  const hasReview = steps.some((step) => step.do === 'review');
  const answers = [approved, denied].filter((name) => name !== undefined).length;
  const reached = new Set([clear, approved, denied, ESCALATE].filter((name) => name !== undefined));
  const named = [...reached, ...steps.flatMap((step) => (step.do === 'write' ? step.on : []))];
  return [
    ...repeated('decisions', decisions),
    ...(clear === ESCALATE ? [faultOf(decide, 'a case without reasons cannot escalate')] : []),
    ...(answers === (hasReview ? 2 : 0)
      ? []
      : [faultOf(decide, 'approved and denied belong to a review, and a review needs both')]),
    ...[...new Set(named)]
      .filter((name) => !decisions.includes(name))
      .map((name) => ({ at: 'decisions', fault: `${name} is missing` })),
    ...decisions
      .filter((name) => !reached.has(name))
      .map((name) => ({ at: 'decisions', fault: `no step decides ${name}` })),
    ...steps.flatMap((step) =>
      step.do === 'write' && !step.on.some((name) => reached.has(name))
        ? [faultOf(step, `is never reached, because nothing decides ${step.on.join(' or ')}`)]
        : [],
    ),
  ];
};

import { cancellationSignal } from '@temporalio/activity';
import { checkAction, REFUSALS, type Refusal } from '../../governance/operators/check-action.ts';
import { scopesOfTool } from '../../governance/suspension/scopes.ts';
import { describeAction } from '../../governance/operators/describe.ts';
import { TYPE_TEXT } from '../../governance/operators/dialects/elements.ts';
import { readActions } from '../../governance/operators/dialects/read-call.ts';
import { decideStart } from '../../governance/egress.ts';
import type { OperatorAction } from '../../contract/operator-action.ts';
import type { Risk } from '../../contract/operator.ts';
import { type Desktop, DesktopFrozenError, DesktopLostError } from '../../desktop/index.ts';
import { placeOfElement } from '../../desktop/observe/element-place.ts';
import { boxAt, type ScreenBox } from '../../desktop/observe/box-at.ts';
import { risksOf } from '../../desktop/observe/risk.ts';
import { unlessSuspended } from '../../store/switches/suspended.ts';
import { type CredentialOfTeam, openCredentials } from '../../store/credentials/credentials.ts';
import type { TotpSettings } from '../../governance/totp.ts';
import { maskText } from '../../governance/mask.ts';
import type { ActionQuestion } from '../../runs/operator/reviews.ts';
import { withAnswer } from './person-answer.ts';
import { beginStep } from '../../runs/operator/steps.ts';
import { findToolOutcome, readCall } from '../agent/tool-call.ts';
import type { ToolOutcome } from '../agent/types.ts';
import { type CheckedFinish, checkFinish } from './check-finish.ts';
import { type CallRecord, recordStep, refusedAs, type StepEnd } from './call-record.ts';
import type { DesktopDependencies } from './dependencies.ts';
import type { OperatorRunInput } from '../../runs/operator/workflow.ts';
import { caseOfRun, desktopOfCall, isObserved, learnCredentials } from './desktop-of-run.ts';
import { observe, type Observation } from './observe.ts';
import { reserveFreshCode, typesCode } from './reserve-code.ts';
import type { Approval, CallDesktopInput } from './types.ts';

export type CallResult =
  | { readonly outcome: ToolOutcome }
  | {
      readonly question: Omit<ActionQuestion, 'until'>;
      /** The call's progress; the next attempt continues there. */
      readonly so_far?: { readonly done: number; readonly next_n: number; readonly next_step: number };
    };

/** Maximum number of actions in one call. A person could not follow more. */
const MAX_ACTIONS = 50;

/**
 * Performs one of the model's calls: its actions in order, each with a step and a row, up to the first that fails. No action is
 * performed twice: a step that was begun by an earlier, lost attempt counts as interrupted.
 */
export const callDesktop = async (
  deps: DesktopDependencies,
  input: CallDesktopInput,
): Promise<CallResult> => {
  const answered = await findToolOutcome(deps.db, input.call);
  if (answered !== undefined) return { outcome: answered };
  const made = await readCall(deps, input.call);
  const { actions, safetyChecks } = readActions(made.tool, made.arguments);
  const safety = approvalOf(input, `${made.id}/safety`);
  const record: CallRecord = {
    input,
    made,
    n: input.n,
    step: input.call.step,
    ...(safety !== undefined && { approval: safety }),
  };
  if (actions.length === 0 || actions.length > MAX_ACTIONS) {
    return { outcome: await refuse(deps, record, 'bad-arguments', 'unknown') };
  }
  const desktop = await desktopOfCall(deps, input);
  if (safetyChecks.length > 0 && safety !== 'approved') {
    if (safety === 'refused') {
      return { outcome: await refuse(deps, record, 'needs-approval', 'unknown') };
    }
    const detail = `The model's provider asks for a check: ${safetyChecks.join(', ')}`;
    return { question: { id: `${made.id}/safety`, risk: 'safety_check', detail } };
  }
  return deps.suspensions.during(workOf(record), async (cut) => {
    // This process may have missed the end of a suspension. The desktop is not suspended now, or `cut` would have been aborted.
    desktop.thaw();
    const fitting = await fitted(desktop, made.tool, made.arguments, actions);
    return doActions(deps, desktop, { ...record, cut }, fitting);
  });
};

const workOf = ({ input, made }: CallRecord) => ({
  teamId: input.run.team_id,
  scopes: scopesOfTool('operator', made.tool),
});

const approvalOf = ({ approvals }: CallDesktopInput, id: string): Approval | undefined => approvals?.[id];

/** A call's record, with the signal that aborts when the call is suspended. */
type DoableRecord = CallRecord & { readonly cut: AbortSignal };

const doActions = async (
  deps: DesktopDependencies,
  desktop: Desktop,
  record: DoableRecord,
  actions: readonly unknown[],
): Promise<CallResult> => {
  let at = record;
  const { done = 0 } = record.input;
  for (const [index, asked] of [...actions.entries()].slice(done)) {
    const isLast = index === actions.length - 1;
    const placed = await withPlace(desktop, asked);
    if (placed === undefined) {
      return { outcome: await refuse(deps, at, 'unknown-element', String((asked as Fields)['action'])) };
    }
    const checked = checkAction(placed);
    if ('refusal' in checked) return { outcome: await refuse(deps, at, checked.refusal, checked.named) };
    const { action } = checked;
    const forbidden = await forbids(deps, record, action);
    if (forbidden) return { outcome: await refuse(deps, at, 'not-allowed', action.action) };
    const question = await questionOf(desktop, at, action, index);
    if (question === 'refused')
      return { outcome: await refuse(deps, { ...at, approval: 'refused' }, 'needs-approval', action.action) };
    if (question !== undefined) {
      return { question, so_far: { done: index, next_n: at.n, next_step: at.step } };
    }
    const approval = approvalOf(record.input, `${record.made.id}/${index}`) ?? record.approval;
    at = { ...at, ...(approval !== undefined && { approval }) };
    const finish = action.action === 'finish' ? await checkFinish(deps, at, action) : undefined;
    if (finish?.how === 'corrected') {
      return { outcome: await refuse(deps, at, 'output-invalid', action.action, finish.words) };
    }
    const box = await boxOf(desktop, record.input.run, action);
    const done = await doAction(deps, desktop, at, action);
    const answered = await withAnswer(deps, at, `${record.made.id}/${index}`, action, done);
    const end = { ...answered, box, ...(answered.finished && finish && outputOf(finish)) };
    const ends = end.finished !== undefined || end.status !== 'done' || isLast || isFinal(at);
    const outcome = await recordStep(deps, at, end, { answer: ends });
    if (ends) return { outcome };
    const { approval: _, ...next } = at;
    at = { ...next, n: at.n + 1, step: at.step + 1 };
  }
  throw new Error('the call has no actions');
};

const outputOf = (finish: CheckedFinish): Pick<StepEnd, 'output'> => {
  if (finish.how === 'invalid') return { output: 'invalid' };
  return 'output' in finish ? { output: { value: finish.output } } : {};
};

/** Returns where an action takes place, as evidence beside the picture before it. */
const boxOf = async (
  desktop: Desktop,
  run: OperatorRunInput,
  action: OperatorAction,
): Promise<ScreenBox | undefined> => {
  if (action.action !== 'click' && action.action !== 'fill' && action.action !== 'upload') return undefined;
  return boxAt(isObserved(run) ? desktop.browser : undefined, action.at);
};

type Fields = Readonly<Record<string, unknown>>;

/** Adds the element's current place to an action on an element. @returns undefined if the element cannot be seen */
const withPlace = async (desktop: Desktop, asked: unknown): Promise<unknown> => {
  if (typeof asked !== 'object' || asked === null || !('ref' in asked)) return asked;
  const { ref, ...action } = asked;
  const place = await placeOfElement(desktop.browser, String(ref));
  if (place === undefined) return undefined;
  return { ...action, at: place.at, ...('action' in action && action.action === 'fill' && { ref }) };
};

/** Sets a field's value instead of typing the text if the field handles keys in its own way, like a date field. */
const fitted = async (
  desktop: Desktop,
  tool: string,
  { ref, text }: Fields,
  actions: readonly unknown[],
): Promise<readonly unknown[]> => {
  if (tool !== TYPE_TEXT) return actions;
  const place = await placeOfElement(desktop.browser, String(ref));
  return place?.byValue === true ? [{ action: 'fill', ref, text }] : actions;
};

/** Returns whether the run's step limit ends the batch here. */
const isFinal = ({ input, n }: CallRecord): boolean => n >= input.run.max_steps;

const forbids = async (
  deps: DesktopDependencies,
  { input }: CallRecord,
  action: OperatorAction,
): Promise<boolean> => {
  if (action.action !== 'open_app' || action.url === undefined) return false;
  const { allow } = await caseOfRun(deps, input.run);
  return action.app !== 'browser' || !decideStart(action.url, { allow }).allowed;
};

const questionOf = async (
  desktop: Desktop,
  { input, made }: CallRecord,
  action: OperatorAction,
  index: number,
) => {
  if (action.action === 'ask_person') return questionOfModel(input, `${made.id}/${index}`, action);
  const { confirm } = input.run;
  if (confirm.length === 0) return undefined;
  const { browser, pointer } = desktop;
  const risks = await risksOf({ browser, pointer, activeWindow: async () => desktop.activeWindow() }, action);
  const risk = risks.find((one) => confirm.includes(one));
  if (risk === undefined) return undefined;
  const id = `${made.id}/${index}`;
  const said = approvalOf(input, id);
  if (said === 'refused') return 'refused';
  return said === 'approved'
    ? undefined
    : { id, risk, detail: `${RISK_WORDS[risk]}: ${describeAction(action)}` };
};

/** Returns the model's question until the wait for its answer has ended. */
const questionOfModel = (
  input: CallDesktopInput,
  id: string,
  { question, wants, options }: Extract<OperatorAction, { action: 'ask_person' }>,
): Omit<ActionQuestion, 'until'> | undefined => {
  if (approvalOf(input, id) !== undefined) return undefined;
  const masked = options?.map((option) => maskText(option));
  return { id, risk: 'question', detail: maskText(question), wants, ...(masked && { options: masked }) };
};

const RISK_WORDS: Readonly<Record<Risk, string>> = {
  submit: 'This sends a form, or may',
  download: 'This fetches a file, or may',
  password: 'This is in a password field, or may be',
};

const doAction = async (
  deps: DesktopDependencies,
  desktop: Desktop,
  record: DoableRecord,
  action: OperatorAction,
): Promise<StepEnd> => {
  const { input, n, cut } = record;
  const { run } = input;
  const words = { action: action.action, detail: describeAction(action) };
  const step = { teamId: run.team_id, runId: run.run_id, n };
  const begins = await unlessSuspended(deps.db, workOf(record), async (tx) => beginStep(tx, step, words));
  // Asking does nothing on the desktop, so it may be repeated, and the model still gets the answer.
  if (!begins && action.action !== 'ask_person') {
    const seen = await observe(desktop, run, { frame: await desktop.screen() });
    return { ...words, status: 'interrupted', words: REFUSALS.interrupted, seen };
  }
  const begun = performance.now();
  try {
    const signal = AbortSignal.any([cancellationSignal(), cut]);
    if (!(await prepareSecret(deps, run, desktop, action, signal))) {
      const seen = await observe(desktop, run, { frame: await desktop.screen() });
      return { ...words, status: 'failed', words: REFUSALS['code-used'], seen };
    }
    const performed = await desktop.perform(action, signal);
    const seen: Observation = await observe(desktop, run, performed);
    const [x, y] = performed.cursor;
    const said = action.action === 'cursor' ? `The pointer is at [${x}, ${y}].` : 'Done.';
    if (performed.untaken !== undefined) {
      return { ...words, status: 'failed', words: REFUSALS[performed.untaken], seen };
    }
    const ms = { act: Math.round(performed.actMs), settle: Math.round(performed.settleMs) };
    return {
      ...words,
      status: 'done',
      words: said,
      seen,
      ms: { ...ms, all: Math.round(performance.now() - begun) },
      ...(action.action === 'finish' && { finished: { success: action.success, result: action.result } }),
    };
  } catch (error) {
    if (error instanceof DesktopLostError || cancellationSignal().aborted) throw error;
    if (cut.aborted || error instanceof DesktopFrozenError) {
      return { ...words, status: 'interrupted', words: REFUSALS.interrupted, seen: undefined };
    }
    const seen = await observe(desktop, run, { frame: await desktop.screen() });
    return { ...words, status: 'failed', words: REFUSALS.failed, seen };
  }
};

/** Lets the desktop type the newest value of a credential. @returns false if its one-time code was typed before */
const prepareSecret = async (
  deps: DesktopDependencies,
  run: OperatorRunInput,
  desktop: Desktop,
  action: OperatorAction,
  signal: AbortSignal,
): Promise<boolean> => {
  if (action.action !== 'type_secret') return true;
  const credential = { teamId: run.team_id, name: action.name };
  const isOfRun = run.credentials?.includes(action.name) === true;
  const totp = typesCode(action) && isOfRun ? await findTotp(deps, credential) : undefined;
  const reserved = totp && (await reserveFreshCode(deps.db, credential, totp, signal));
  if (totp !== undefined && reserved === undefined) return false;
  await learnCredentials(deps, run, desktop, reserved);
  return true;
};

const findTotp = async (
  { db, credentialRing }: DesktopDependencies,
  { teamId, name }: CredentialOfTeam,
): Promise<TotpSettings | undefined> =>
  (await openCredentials(db, credentialRing, { teamId, names: [name] }))[0]?.totp;

const refuse = async (
  deps: DesktopDependencies,
  record: CallRecord,
  refusal: Refusal,
  named: string,
  words: string = REFUSALS[refusal],
): Promise<ToolOutcome> => {
  const name = named === '?' ? 'unknown' : named;
  const end: StepEnd = {
    action: name,
    detail: refusedAs(refusal),
    status: 'refused',
    words,
    seen: undefined,
  };
  return recordStep(deps, record, end, { answer: true });
};

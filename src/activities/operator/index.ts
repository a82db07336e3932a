import type { AgentDependencies } from '../agent/dependencies.ts';
import type { ToolOutcome } from '../agent/types.ts';
import { callDesktop, type CallResult } from './call-desktop.ts';
import { closeDesktop } from './close-desktop.ts';
import type { DesktopDependencies } from './dependencies.ts';
import { type SkipInput, skipCall } from './skip-call.ts';
import { finishOperator } from './finish-operator.ts';
import {
  type ApprovalNote,
  type ApprovalQuestion,
  askApproval,
  noteApproval,
  type NotedApproval,
} from './operator-approval.ts';
import { observedAs } from './observed-as.ts';
import { endVideo, makeVideo } from './make-video.ts';
import { openDesktop } from './open-desktop.ts';
import type { OperatorVideoInput } from '../../runs/operator/workflow.ts';
import type {
  CallDesktopInput,
  ClosedDesktop,
  CloseDesktopInput,
  FinishOperatorInput,
  OpenDesktopInput,
  OpenedDesktop,
} from './types.ts';

/** Creates the activities that hold a desktop, for a worker with a container engine. */
export const createDesktopActivities = (deps: DesktopDependencies) => ({
  openDesktop: async (input: OpenDesktopInput): Promise<OpenedDesktop> =>
    openDesktop(deps, observedAs(deps, input)),
  callDesktop: async (input: CallDesktopInput): Promise<CallResult> =>
    callDesktop(deps, observedAs(deps, input)),
  closeDesktop: async (input: CloseDesktopInput): Promise<ClosedDesktop> => closeDesktop(deps, input),
  makeVideo: async (input: OperatorVideoInput): Promise<void> => makeVideo(deps, input),
  endVideo: async (input: OperatorVideoInput): Promise<void> => endVideo(deps, input),
});

/** Creates an operator's other activities, for any worker. */
export const createOperatorActivities = (deps: AgentDependencies) => ({
  skipCall: async (input: SkipInput): Promise<ToolOutcome> => skipCall(deps, input),
  askApproval: async (input: ApprovalQuestion): Promise<void> => askApproval(deps, input),
  noteApproval: async (input: ApprovalNote): Promise<NotedApproval> => noteApproval(deps, input),
  finishOperator: async (input: FinishOperatorInput): Promise<void> => finishOperator(deps, input),
});

export type DesktopActivities = ReturnType<typeof createDesktopActivities>;
export type OperatorActivities = ReturnType<typeof createOperatorActivities>;

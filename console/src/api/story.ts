import type { StreamEventBody } from '../../../src/contract/events.ts';

/** Something that happened in a run, in a form for people to read. */
export type Happening =
  | { readonly kind: 'text'; readonly id: string; readonly text: string }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly tool: string;
      readonly given: string;
      readonly result: string | null;
    }
  | { readonly kind: 'row'; readonly id: string; readonly action: string; readonly summary: string }
  | { readonly kind: 'egress'; readonly id: string; readonly host: string; readonly rule: string }
  | { readonly kind: 'retry'; readonly id: string; readonly code: string; readonly message: string }
  | { readonly kind: 'asked'; readonly id: string; readonly message: string }
  | { readonly kind: 'answered'; readonly id: string; readonly approved: boolean; readonly message: string }
  | { readonly kind: 'failed'; readonly id: string; readonly code: string; readonly message: string };

export interface Story {
  readonly happenings: readonly Happening[];
  /** Whether the run has ended, so that nothing follows. */
  readonly isOver: boolean;
}

export const emptyStory: Story = { happenings: [], isOver: false };

/** Returns the story with an event of the run's stream. Events arrive in order, each once. */
export const tell = (story: Story, event: StreamEventBody): Story => {
  const { happenings } = story;
  const add = (...more: readonly Happening[]): Story => ({ ...story, happenings: [...happenings, ...more] });
  const change = <K extends Happening['kind']>(
    kind: K,
    id: string,
    changed: (before: Extract<Happening, { kind: K }>) => Happening,
  ): Story => ({
    ...story,
    happenings: happenings.map((one) =>
      one.kind === kind && one.id === id ? changed(one as Extract<Happening, { kind: K }>) : one,
    ),
  });
  switch (event.type) {
    case 'TEXT_MESSAGE_START':
      return add({ kind: 'text', id: event.messageId, text: '' });
    case 'TEXT_MESSAGE_CONTENT':
      return change('text', event.messageId, (before) => ({ ...before, text: before.text + event.delta }));
    case 'TOOL_CALL_START':
      return add({
        kind: 'call',
        id: event.toolCallId,
        tool: event.toolCallName,
        given: '',
        result: null,
      });
    case 'TOOL_CALL_ARGS':
      return change('call', event.toolCallId, (before) => ({ ...before, given: before.given + event.delta }));
    case 'TOOL_CALL_RESULT':
      return change('call', event.toolCallId, (before) => ({ ...before, result: event.content }));
    case 'MESSAGES_SNAPSHOT': {
      // A repeated turn replaces what its first attempt has said so far.
      const kept = new Set(event.messages.map(({ id }) => id));
      return { ...story, happenings: happenings.filter(({ kind, id }) => kind !== 'text' || kept.has(id)) };
    }
    case 'CUSTOM':
      return add(...custom(event, happenings.length));
    case 'RUN_FINISHED':
      return event.outcome.type === 'success'
        ? { ...story, isOver: true }
        : add(
            ...event.outcome.interrupts.map(({ id, message }) => ({ kind: 'asked', id, message }) as const),
          );
    case 'RUN_ERROR':
      return {
        happenings: [
          ...happenings,
          { kind: 'failed', id: 'failed', code: event.code, message: event.message },
        ],
        isOver: true,
      };
    default:
      return story;
  }
};

const custom = (event: Extract<StreamEventBody, { type: 'CUSTOM' }>, count: number): readonly Happening[] => {
  switch (event.name) {
    case 'ledger.entry': {
      const { id, action, summary } = event.value;
      return [{ kind: 'row', id, action, summary }];
    }
    case 'egress.block':
      return [{ kind: 'egress', id: `egress ${count}`, host: event.value.host, rule: event.value.rule }];
    case 'model.retry':
      return [{ kind: 'retry', id: `retry ${count}`, code: event.value.code, message: event.value.message }];
    case 'review.answered': {
      const { review_id: review, approved, message } = event.value;
      return [{ kind: 'answered', id: review, approved, message }];
    }
    default:
      return [];
  }
};

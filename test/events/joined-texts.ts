import type { Sent } from '../helpers/server-sent-events.ts';

interface Body {
  readonly type: string;
  readonly messageId?: string;
  readonly delta?: string;
}

/**
 * Returns the events' bodies with the parts of each message's text joined, so that streams cut at different places compare
 * equal.
 */
export const joinedTexts = (events: readonly Sent[]): readonly Body[] => {
  const all: Body[] = [];
  for (const { data } of events) {
    const body = JSON.parse(data) as Body;
    const last = all.at(-1);
    const goesOn =
      body.type === 'TEXT_MESSAGE_CONTENT' && last?.type === body.type && last.messageId === body.messageId;
    if (goesOn) all[all.length - 1] = { ...last, delta: `${last.delta}${body.delta}` };
    else all.push(body);
  }
  return all;
};

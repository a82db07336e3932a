import type { StreamEventBody } from '../contract/events.ts';
import type { Frame } from './dialect.ts';

export type WithoutTime<T> = T extends unknown ? Omit<T, 'timestamp'> : never;

/** Makes a frame of an event of the protocol. */
export const frame = (body: WithoutTime<StreamEventBody>, at?: number): Frame => {
  const { type, ...rest } = body;
  return { event: type, data: JSON.stringify({ type, ...(at !== undefined && { timestamp: at }), ...rest }) };
};

/** Makes a call id unique within a run. Providers may restart their numbering in each turn. */
export const callIdOf = ({ turn, call_id }: { readonly turn: number; readonly call_id: string }): string =>
  `call-${turn}-${call_id}`;

import { createHash } from 'node:crypto';
import { ConnectorError } from '../common/errors.ts';
import type { InboundSettings } from '../common/settings.ts';
import type { Mapper } from '../mapping/mapper.ts';
import { InboundError } from './errors.ts';
import type { OpenEvent } from './read.ts';
import { shapes } from './shapes/index.ts';

export interface MappedEvent {
  /** SHA-256 of the event's id. */
  readonly key: string;
  /** Undefined for an event that starts no run. */
  readonly case: unknown;
  readonly context: unknown;
}

/** Turns an event into a case. @throws InboundError */
export const mapEvent = async (
  { document, id }: OpenEvent,
  { settings, mapping }: { readonly settings: InboundSettings; readonly mapping: string | null },
  mapper: Pick<Mapper, 'map'>,
): Promise<MappedEvent> => {
  const shape = shapes[settings.shape];
  const eventId = settings.event_id ?? (id === undefined ? shape.eventId : undefined);
  const members = [
    ['event', eventId],
    ['case', mapping ?? shape.mapping],
    ['context', shape.context],
  ].flatMap(([name, expression]) => (expression === undefined ? [] : [`"${name}": (${expression})`]));
  const mapped = await evaluate(mapper, `{ ${members.join(', ')} }`, document);
  const found = settings.event_id === undefined && id !== undefined ? id : mapped.event;
  if ((typeof found !== 'string' || found.trim() === '') && typeof found !== 'number')
    throw new InboundError(
      'event_id_missing',
      'The event has no id, so a repetition could not be recognised.',
    );
  return {
    key: createHash('sha256').update(String(found)).digest('hex'),
    case: mapped.case ?? undefined,
    context: mapped.context,
  };
};

interface Mapped {
  readonly event?: unknown;
  readonly case?: unknown;
  readonly context?: unknown;
}

const evaluate = async (
  mapper: Pick<Mapper, 'map'>,
  expression: string,
  document: unknown,
): Promise<Mapped> => {
  try {
    return (await mapper.map(expression, document)) ?? {};
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new InboundError('mapping_failed', error.detail);
  }
};

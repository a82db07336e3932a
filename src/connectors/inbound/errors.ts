import type { InboundRefusal } from '../../contract/inbound.ts';

/** Thrown when an event is refused. Its message names the cause and quotes neither the event nor a secret. */
export class InboundError extends Error {
  override readonly name = 'InboundError';
  readonly code: InboundRefusal;

  constructor(code: InboundRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

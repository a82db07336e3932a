import { InboundError } from '../../../connectors/inbound/errors.ts';
import type { InboundRefusal } from '../../../contract/inbound.ts';
import type { ProblemCode } from '../../../contract/problem.ts';
import { ProblemError } from '../../http/problem.ts';

const PROBLEMS: Readonly<Record<InboundRefusal, ProblemCode>> = {
  type_unsupported: 'unsupported-media-type',
  too_large: 'body-too-large',
  unreadable: 'malformed-body',
  signature_missing: 'sender-refused',
  signature_wrong: 'sender-refused',
  out_of_time: 'sender-refused',
  not_decrypted: 'sender-refused',
  mapping_failed: 'invalid-request',
  case_invalid: 'invalid-request',
  event_id_missing: 'invalid-request',
};

export interface Refusal {
  readonly code: InboundRefusal;
  readonly problem: ProblemError;
}

/** Returns the refusal behind an error; undefined for an error of another kind. */
export const refusalIn = (error: unknown): Refusal | undefined => {
  if (error instanceof InboundError) {
    const { code, message } = error;
    const errors = [{ in: 'body', pointer: '', message }] as const;
    const problem = PROBLEMS[code];
    return {
      code,
      problem: new ProblemError(problem, {
        ...(problem === 'invalid-request' ? { errors } : { detail: message }),
        ...(problem === 'sender-refused' && { headers: { 'WWW-Authenticate': 'Signature' } }),
      }),
    };
  }
  if (!(error instanceof ProblemError)) return undefined;
  const code = OF_READING[error.code];
  return code && { code, problem: error };
};

/** Problems of reading a body. */
const OF_READING: Partial<Record<ProblemCode, InboundRefusal>> = {
  'body-too-large': 'too_large',
  'malformed-body': 'unreadable',
  'unsupported-media-type': 'type_unsupported',
};

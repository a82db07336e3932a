import { isGrpcServiceError } from '@temporalio/client';

/** Names of gRPC's status codes; the index of each is its number. */
const NAMES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;

type GrpcCode = (typeof NAMES)[number];

/** Returns the gRPC status of an error of Temporal's client or of its cause; undefined if it did not come from a call. */
export const grpcCodeOf = (error: unknown): GrpcCode | undefined => {
  if (!(error instanceof Error)) return undefined;
  if (!isGrpcServiceError(error)) return grpcCodeOf(error.cause);
  const code: number = error.code;
  return NAMES[code];
};

/**
 * Statuses of a server that is unavailable, starting or overloaded. With any other, the same call fails
 * again.
 */
const PASSING: ReadonlySet<GrpcCode | undefined> = new Set([
  'UNAVAILABLE',
  'DEADLINE_EXCEEDED',
  'RESOURCE_EXHAUSTED',
]);

/** Returns whether the same call to Temporal may succeed a little later. */
export const mayPass = (error: unknown): boolean => PASSING.has(grpcCodeOf(error));

import { DefaultFailureConverter } from '@temporalio/common';

/** Encodes messages and stacks of failures with the codec too: by default they are stored unencrypted. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

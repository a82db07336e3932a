import { DefaultFailureConverter } from '@temporalio/common';

/** Puts messages and stacks of failures through the codec too: by default they are stored in the clear. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

import { DefaultFailureConverter } from '@temporalio/common';

/** Also encodes failure messages and stacks with the codec, because by default they are stored unencrypted. */
export const failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });

import { ApplicationFailure } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';
import { type Refusal, refusalOf } from '../../temporal/refused.ts';

/**
 * Fails an activity whose input was not sealed for it by this service, because anyone who can reach Temporal can schedule
 * activities.
 */
export class SealedInputInterceptor implements ActivityInboundCallsInterceptor {
  readonly #report: (why: Refusal) => void;

  constructor(report: (why: Refusal) => void) {
    this.#report = report;
  }

  async execute(
    input: ActivityExecuteInput,
    next: Next<ActivityInboundCallsInterceptor, 'execute'>,
  ): Promise<unknown> {
    const why = input.args.map(refusalOf).find((reason) => reason !== undefined);
    if (why === undefined) return next(input);
    this.#report(why);
    throw ApplicationFailure.nonRetryable(
      'The input of the activity was not sealed for this activity.',
      'Unsealed',
    );
  }
}

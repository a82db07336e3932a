/** A call as the guard sees it: the digest covers its tool and arguments. */
export interface SeenCall {
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly digest: string;
}

export interface RepeatGuard {
  /**
   * Told of each call before it is made. `answer`: it was made just before, so its result is given again. `stop`: the
   * model goes in circles.
   */
  readonly see: (
    call: SeenCall,
  ) =>
    | { readonly verdict: 'make' | 'stop' }
    | { readonly verdict: 'answer'; readonly of: { readonly turn: number; readonly index: number } };
}

/** The third time in a row ends a run, and so does the sixth in all: two calls that take turns are a circle, too. */
const IN_A_ROW = 3;
const IN_ALL = 6;

/** Notices calls that repeat themselves. A call that others came before is made again: the state may have changed. */
export const createRepeatGuard = (): RepeatGuard => {
  const counts = new Map<string, number>();
  let last: SeenCall | undefined;
  let inARow = 0;
  return {
    see: (call) => {
      const inAll = (counts.get(call.digest) ?? 0) + 1;
      counts.set(call.digest, inAll);
      const same = last?.digest === call.digest;
      inARow = same ? inARow + 1 : 1;
      if (!same) last = call;
      if (inARow >= IN_A_ROW || inAll >= IN_ALL) return { verdict: 'stop' };
      return same ? { verdict: 'answer', of: { turn: last!.turn, index: last!.index } } : { verdict: 'make' };
    },
  };
};

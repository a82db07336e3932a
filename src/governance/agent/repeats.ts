/** A call as the guard receives it. The digest covers the tool and the arguments. */
export interface SeenCall {
  readonly turn: number;
  readonly index: number;
  readonly tool: string;
  readonly digest: string;
}

export interface RepeatGuard {
  /**
   * Checks each call before it is made. `answer` means that the previous call was the same, so its result is returned again.
   * `stop` means that the model is going in circles.
   */
  readonly see: (
    call: SeenCall,
  ) =>
    | { readonly verdict: 'make' | 'stop' }
    | { readonly verdict: 'answer'; readonly of: { readonly turn: number; readonly index: number } };
}

/** A run ends at the third identical call in a row, or at the sixth overall, because two alternating calls are a loop too. */
const IN_A_ROW = 3;
const IN_ALL = 6;

/** Detects repeated calls. A repeated call is still made if other calls came in between, because the state may have changed. */
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

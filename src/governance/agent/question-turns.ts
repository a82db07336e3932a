/**
 * Number of turns that are reserved for each question. A loop has fewer, so its own turns come before those
 * of every question.
 */
const KEPT = 10_000;

/**
 * Returns the turn under which the prompts of a step's question are stored. Its answers follow.
 * @param question number of the step that asks
 */
export const firstTurnOf = (question: number): number => question * KEPT;

/** Returns how a row names a turn. */
export const nameOfTurn = ({
  turn,
  question,
}: {
  readonly turn: number;
  readonly question?: number;
}): string =>
  question === undefined
    ? `Turn ${turn}`
    : `Answer ${turn - firstTurnOf(question)} to the question of step ${question}`;

export interface Mark {
  /** In Unicode code points, as the API counts. */
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

export interface Piece {
  readonly start: number;
  readonly text: string;
  readonly mark: Mark | undefined;
}

/** Cuts a text at its marks. Where marks overlap, the first one counts. */
export const piecesOf = (text: string, marks: readonly Mark[]): readonly Piece[] => {
  const points = [...text];
  const pieces: Piece[] = [];
  let at = 0;
  const cut = (start: number, end: number, mark: Mark | undefined): void => {
    if (end > start) pieces.push({ start, text: points.slice(start, end).join(''), mark });
  };
  const inOrder = marks.toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const mark of inOrder) {
    if (mark.start < at) continue;
    cut(at, mark.start, undefined);
    cut(mark.start, mark.end, mark);
    at = Math.max(at, mark.end);
  }
  cut(at, points.length, undefined);
  return pieces;
};

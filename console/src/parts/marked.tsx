import { type Mark, piecesOf } from './pieces.ts';

/** A text with what was found in it, in its place. Each mark says what it is, because a colour alone does not. */
export const Marked = ({ text, marks }: { readonly text: string; readonly marks: readonly Mark[] }) => (
  <pre class="marked">
    {piecesOf(text, marks).map((piece) =>
      piece.mark === undefined ? (
        piece.text
      ) : (
        <mark key={piece.start} title={piece.mark.label}>
          {piece.text}
          <small>{piece.mark.label}</small>
        </mark>
      ),
    )}
  </pre>
);

import { type Mark, piecesOf } from './pieces.ts';

/**
 * A text with its findings highlighted in place. Each highlight has a label, because colour alone is not
 * enough.
 */
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

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Rows that are drawn above and below those in view, so that a fast scroll finds them there. */
const SPARE = 15;

/** Rows by which the view moves before rows are drawn again, so that most frames of a scroll draw nothing. */
const STEP = 5;

/** Height of a row in rem; style.css has the same. */
const ROW_REM = { wide: 3, phone: 7 } as const;

const PHONE = matchMedia('(max-width: 40rem)');

const rowHeight = (): number =>
  (PHONE.matches ? ROW_REM.phone : ROW_REM.wide) *
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * A table of any number of rows of equal height, of which only those in view are drawn. It scrolls with the keyboard, and tells
 * screen readers how many rows there are.
 */
export const LongList = <R,>({
  label,
  rows,
  cells,
}: {
  readonly label: string;
  readonly rows: readonly R[];
  /** Contents of a row's cells. */
  readonly cells: (row: R) => readonly ComponentChildren[];
}) => {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(rowHeight);
  const [view, setView] = useState({ top: 0, size: 40 });
  useEffect(() => {
    const measure = (): void => {
      setHeight(rowHeight());
      look();
    };
    const look = (): void => {
      const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
      const each = rowHeight();
      const top = Math.floor(scrollTop / each / STEP) * STEP;
      const size = Math.ceil(clientHeight / each) + STEP;
      setView((before) => (before.top === top && before.size === size ? before : { top, size }));
    };
    const { current } = box;
    current?.addEventListener('scroll', look, { passive: true });
    addEventListener('resize', measure);
    measure();
    return () => {
      current?.removeEventListener('scroll', look);
      removeEventListener('resize', measure);
    };
  }, []);
  const first = Math.max(0, view.top - SPARE);
  const shown = rows.slice(first, view.top + view.size + SPARE);
  return (
    // The browser itself scrolls the box by keys once it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div class="long" role="table" aria-label={label} aria-rowcount={rows.length} tabIndex={0} ref={box}>
      <div role="rowgroup" style={{ height: `${rows.length * height}px` }}>
        {shown.map((row, offset) => (
          <div
            // Rows only ever follow at the end.
            // oxlint-disable-next-line react/no-array-index-key
            key={first + offset}
            role="row"
            aria-rowindex={first + offset + 1}
            style={{ transform: `translateY(${(first + offset) * height}px)` }}
          >
            {cells(row).map((content, at) => (
              // A row always has the same cells.
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} role="cell">
                {content}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
};

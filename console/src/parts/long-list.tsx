import type { ComponentChildren, JSX, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

/** Rows drawn above and below those in view, so that a fast scroll does not show blank space. */
const SPARE = 15;

/**
 * Number of rows that the view moves before rows are drawn again, so that most frames of a scroll draw
 * nothing.
 */
const STEP = 5;

/** Height of a row in rem; style.css has the same. */
const ROW_REM = { wide: 3, phone: 7 } as const;

const PHONE = matchMedia('(max-width: 40rem)');

const rowHeight = (): number =>
  (PHONE.matches ? ROW_REM.phone : ROW_REM.wide) *
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

const Row = ({
  at,
  height,
  cells,
}: {
  readonly at: number;
  readonly height: number;
  readonly cells: readonly ComponentChildren[];
}) => (
  <div role="row" aria-rowindex={at + 1} style={{ transform: `translateY(${at * height}px)` }}>
    {cells.map((content, index) => (
      // A row always has the same cells.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} role="cell">
        {content}
      </span>
    ))}
  </div>
);

/** Share of the box by which Page Up and Page Down scroll, so that the last rows stay in view. */
const PAGE = 0.9;

/**
 * Scrolls at once when a key is pressed. The browser would animate it, and would ignore a key during the
 * animation, such as End after Page Down.
 */
const scrollByKey = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>): void => {
  const { currentTarget: box, key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey) return;
  const tops: Readonly<Record<string, number>> = {
    Home: 0,
    End: box.scrollHeight,
    PageUp: box.scrollTop - box.clientHeight * PAGE,
    PageDown: box.scrollTop + box.clientHeight * PAGE,
  };
  const top = tops[key];
  if (top === undefined) return;
  event.preventDefault();
  box.scrollTo({ top, behavior: 'instant' });
};

/** Tracks which rows of a box are in view. */
const useView = () => {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(rowHeight);
  const [view, setView] = useState({ top: 0, size: 40 });
  useEffect(() => {
    const look = (): void => {
      const { scrollTop = 0, clientHeight = 0 } = box.current ?? {};
      const each = rowHeight();
      const top = Math.floor(scrollTop / each / STEP) * STEP;
      const size = Math.ceil(clientHeight / each) + STEP;
      setView((before) => (before.top === top && before.size === size ? before : { top, size }));
    };
    const measure = (): void => {
      setHeight(rowHeight());
      look();
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
  return { box, height, view };
};

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
  const { box, height, view } = useView();
  // Rows that stay in view are not drawn again. When the content of rows changes, the map starts empty.
  const drawn = useMemo(() => ({ rows: new Map<number, VNode>() }), [rows, cells, height]);
  const shown = new Map<number, VNode>();
  const last = Math.min(rows.length, view.top + view.size + SPARE);
  for (let at = Math.max(0, view.top - SPARE); at < last; at += 1)
    shown.set(at, drawn.rows.get(at) ?? <Row key={at} at={at} height={height} cells={cells(rows[at]!)} />);
  drawn.rows = shown;
  return (
    // It has the focus so that keys scroll it. oxlint-disable-next-line
    // jsx-a11y/no-noninteractive-element-interactions
    <div
      class="long"
      role="table"
      aria-label={label}
      aria-rowcount={rows.length}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      ref={box}
      onKeyDown={scrollByKey}
    >
      <div role="rowgroup" style={{ height: `${rows.length * height}px` }}>
        {[...shown.values()]}
      </div>
    </div>
  );
};

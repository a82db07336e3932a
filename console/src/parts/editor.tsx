import { createLowlight } from 'lowlight';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

const lowlight = createLowlight({ bash, json, python });

type Root = ReturnType<typeof lowlight.highlight>;
type Node = Root | Root['children'][number];

/** Draws the tree that lowlight makes, so that no text ever becomes markup. */
const draw = (node: Node, key: number): ComponentChildren => {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' && node.type !== 'root') return null;
  const inside = node.children.map(draw);
  if (node.type === 'root') return inside;
  const { className } = node.properties;
  return (
    <span key={key} class={Array.isArray(className) ? className.join(' ') : ''}>
      {inside}
    </span>
  );
};

/** Above this length, highlighting at each keystroke would be slow. */
const MOST = 50_000;

/**
 * A plain editor: a text area on top of the same text in colours. Tab moves to the next field, as in any
 * form.
 */
export const Editor = ({
  label,
  language,
  value,
  onChange,
}: {
  readonly label: string;
  readonly language: 'bash' | 'json' | 'python';
  readonly value: string;
  readonly onChange: (value: string) => void;
}) => {
  const id = useId();
  const colours = useRef<HTMLPreElement>(null);
  const isColoured = value.length <= MOST;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class={`editor ${isColoured ? 'coloured' : ''}`}>
        {isColoured && (
          <pre ref={colours} aria-hidden="true">
            {draw(lowlight.highlight(language, value), 0)}
            {'\n'}
          </pre>
        )}
        <textarea
          id={id}
          value={value}
          required
          spellcheck={false}
          autocapitalize="off"
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          onScroll={({ currentTarget }) => {
            if (colours.current === null) return;
            colours.current.scrollTop = currentTarget.scrollTop;
            colours.current.scrollLeft = currentTarget.scrollLeft;
          }}
        />
      </div>
    </div>
  );
};

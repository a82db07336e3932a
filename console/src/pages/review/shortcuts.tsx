import { useEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../../words/index.tsx';

const KEPT = 'pramaan.shortcuts';

/** The actions of the keys. The page marks the buttons and fields that they press or focus. */
const KEYS = { c: 'claim', n: 'next', a: 'approve' } as const;

type Act = (typeof KEYS)[keyof typeof KEYS];

const isKey = (key: string): key is keyof typeof KEYS => Object.hasOwn(KEYS, key);

/** People who dictate or who hit keys by accident can turn off single-key shortcuts (WCAG 2.1.4). */
const wereOff = (): boolean => {
  try {
    return localStorage.getItem(KEPT) === 'off';
  } catch {
    return false;
  }
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=radio]), textarea, select') !== null;

const press = (act: Act): void => {
  const target = document.querySelector<HTMLElement>(`[data-shortcut="${act}"]`);
  target?.click();
  // The form has drawn the fields for the choice by then, so the focus can go to the reason.
  if (act === 'approve' && target !== null)
    document.querySelector<HTMLElement>('textarea[name="reason"]')?.focus();
};

/** Shortcuts for people who work through many reviews, and the help that lists them. */
export const Shortcuts = () => {
  const { t } = useWords();
  const help = useRef<HTMLDialogElement>(null);
  const [isOff, setOff] = useState(wereOff);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || isTyping(target) || help.current?.open === true) return;
      if (key === '?' && !isOff) help.current?.showModal();
      else if (isKey(key) && !isOff) press(KEYS[key]);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOff]);
  const turn = (off: boolean): void => {
    setOff(off);
    try {
      localStorage.setItem(KEPT, off ? 'off' : 'on');
    } catch {
      // Without storage, the choice lasts as long as the page.
    }
  };
  return (
    <>
      <button type="button" onClick={() => help.current?.showModal()}>
        {t('review.shortcuts')}
      </button>
      <dialog ref={help} aria-labelledby="shortcuts">
        <h2 id="shortcuts">{t('review.shortcuts')}</h2>
        <dl>
          {Object.entries(KEYS).map(([key, act]) => [
            <dt key={key}>
              <kbd>{key}</kbd>
            </dt>,
            <dd key={act}>{t(`shortcut.${act}`)}</dd>,
          ])}
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t('shortcut.help')}</dd>
        </dl>
        <label class="row">
          <input
            type="checkbox"
            checked={!isOff}
            onChange={({ currentTarget }) => turn(!currentTarget.checked)}
          />
          <span>{t('shortcut.on')}</span>
        </label>
        <p>
          <button type="button" onClick={() => help.current?.close()}>
            {t('shortcut.close')}
          </button>
        </p>
      </dialog>
    </>
  );
};

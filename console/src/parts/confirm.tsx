import { useEffect, useRef, useState } from 'preact/hooks';
import { useWords } from '../words/index.tsx';
import { Failure } from './states.tsx';

interface Act {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly mutate: () => void;
}

/** A button that acts only after a second click, on a button that says what will happen. */
export const Confirm = ({
  label,
  about,
  question,
  act,
}: {
  readonly label: string;
  /** Distinguishes several such buttons of a page for a screen reader. */
  readonly about?: string;
  readonly question: string;
  readonly act: Act;
}) => {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) yes.current?.focus();
  }, [isAsking]);
  const name = about === undefined ? label : `${label}: ${about}`;
  if (!isAsking)
    return (
      <>
        {act.isError && <Failure error={act.error} />}
        <button type="button" aria-label={name} disabled={act.isPending} onClick={() => setAsking(true)}>
          {label}
        </button>
      </>
    );
  return (
    <div role="group" aria-label={name} class="asks">
      <p>{question}</p>
      <div class="row">
        <button
          type="button"
          ref={yes}
          class="danger"
          onClick={() => {
            setAsking(false);
            act.mutate();
          }}
        >
          {t('part.yes', { act: label })}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          {t('part.no')}
        </button>
      </div>
    </div>
  );
};

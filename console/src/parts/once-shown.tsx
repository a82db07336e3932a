import { useState } from 'preact/hooks';
import { useWords } from '../words/index.tsx';

/** A secret that no other response contains. It is not stored, so it disappears with the page. */
export const OnceShown = ({
  label,
  value,
  onDone,
}: {
  readonly label: string;
  readonly value: string;
  readonly onDone: () => void;
}) => {
  const { t } = useWords();
  const [isCopied, setCopied] = useState(false);
  // Browsers offer the clipboard over https and on the same machine only.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  return (
    <section class="once" aria-label={label} role="status">
      <p>
        <strong>{t('part.once')}</strong>
      </p>
      <label>
        <span>{label}</span>
        <input readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
      </label>
      <div class="row">
        {clipboard !== undefined && (
          <button type="button" onClick={() => void clipboard.writeText(value).then(() => setCopied(true))}>
            {t(isCopied ? 'part.copied' : 'part.copy')}
          </button>
        )}
        <button type="button" onClick={onDone}>
          {t('part.kept')}
        </button>
      </div>
    </section>
  );
};

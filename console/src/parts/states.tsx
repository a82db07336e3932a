import { ApiError } from '../api/call.ts';
import { useWords } from '../words/index.tsx';

export const Loading = () => {
  const { t } = useWords();
  return (
    <p class="quiet" role="status">
      {t('app.loading')}
    </p>
  );
};

/** Returns a function that says what went wrong, and what to do. */
export const useExplain = () => {
  const { t } = useWords();
  return (error: unknown): string => {
    if (!(error instanceof ApiError)) return t('error.failed', { detail: String(error) });
    if (error.status === 0) return t('error.offline');
    if (error.status === 404) return t('error.notFound');
    if (error.status === 429) return t('error.busy');
    if (error.problem.type?.endsWith('scope-missing') === true) return t('error.forbidden');
    const first = error.problem.errors?.[0];
    const detail = first === undefined ? error.message : `${first.pointer} ${first.message}`;
    return t('error.failed', { detail });
  };
};

/** An error with a button that tries again. */
export const Failure = ({
  error,
  again,
}: {
  readonly error: unknown;
  readonly again?: () => Promise<unknown>;
}) => {
  const { t } = useWords();
  const explain = useExplain();
  return (
    <div class="failure" role="alert">
      <p>{explain(error)}</p>
      {again !== undefined && (
        <button type="button" onClick={() => void again()}>
          {t('app.retry')}
        </button>
      )}
    </div>
  );
};

import { useWords } from '../words/index.tsx';

/** Reads the next page of a list, if there is one. */
export const More = ({
  list,
}: {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}) => {
  const { t } = useWords();
  if (!list.hasNextPage) return null;
  return (
    <p>
      <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {t('app.more')}
      </button>
    </p>
  );
};

import { useState } from 'preact/hooks';
import type { ReadDocumentBody } from '../../../../src/contract/read-document.ts';
import { files } from '../../api/work.ts';
import { usePicture } from '../../parts/picture.tsx';
import { Failure, Loading } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';
import type { Doubt } from './doubts.ts';

export interface Value {
  readonly member: ReadDocumentBody['members'][number];
  readonly doubt: Doubt | undefined;
}

interface Shown {
  readonly file: string;
  readonly page: ReadDocumentBody['pages'][number];
  readonly values: readonly Value[];
  readonly isMasked: boolean;
}

const Picture = ({ file, page, values, isMasked }: Shown) => {
  const { t, name } = useWords();
  const picture = usePicture([file, page.number, isMasked], async (signal) =>
    files.page({
      params: { id: file, n: String(page.number) },
      query: { masked: isMasked ? 'true' : 'false' },
      signal,
    }),
  );
  if (picture.isPending) return <Loading />;
  if (picture.isError) return <Failure error={picture.error} again={async () => picture.refetch()} />;
  return (
    <svg
      class="page"
      role="img"
      aria-label={t('run.pageWith', { page: page.number, count: values.length })}
      viewBox={`0 0 ${page.width} ${page.height}`}
    >
      <image href={picture.address} width={page.width} height={page.height} preserveAspectRatio="none" />
      {values.map(({ member, doubt }) => {
        const [left = 0, top = 0, right = 0, bottom = 0] = member.box;
        return (
          <rect
            key={`${member.name} ${top} ${left}`}
            class={`box ${doubt ?? 'read'}`}
            x={left}
            y={top}
            width={Math.max(0, right - left)}
            height={Math.max(0, bottom - top)}
          >
            <title>{name('member', member.name)}</title>
          </rect>
        );
      })}
    </svg>
  );
};

/**
 * The picture of a page with a box around each value. It is loaded only on request, because the ledger
 * records who saw it.
 */
export const PagePicture = ({
  maySeeAll,
  ...shown
}: Omit<Shown, 'isMasked'> & { readonly maySeeAll: boolean }) => {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [isMasked, setMasked] = useState(true);
  if (!isOpen)
    return (
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          {t('run.showPage', { page: shown.page.number })}
        </button>
      </p>
    );
  return (
    <>
      {maySeeAll && (
        <label class="beside">
          <input
            type="checkbox"
            checked={!isMasked}
            onChange={({ currentTarget }) => setMasked(!currentTarget.checked)}
          />
          <span>{t('run.unmasked')}</span>
        </label>
      )}
      <Picture {...shown} isMasked={isMasked} />
    </>
  );
};

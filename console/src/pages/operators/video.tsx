import { useQuery } from '@tanstack/preact-query';
import { ApiError } from '../../api/call.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { operators } from '../../api/operators.ts';
import { whilePresent } from '../../api/presence.ts';
import { useAddress } from '../../parts/picture.tsx';
import { Failure } from '../../parts/states.tsx';
import { useWords } from '../../words/index.tsx';

const READ_EVERY_MS = 2_000;

/** Reads a run's video, again while it is being made; null if nobody has asked for one. */
const useVideo = (id: string) =>
  useQuery({
    queryKey: ['operator-video', id],
    queryFn: async ({ signal }) => {
      try {
        return await operators.video({ params: { run_id: id }, signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) => state.data?.status === 'making' && whilePresent(READ_EVERY_MS)(),
  });

/** Plays a video. It is read when somebody asks, because the ledger records who saw it. */
const Player = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const file = useQuery({
    queryKey: ['operator-video', id, 'file'],
    queryFn: async ({ signal }) => operators.videoFile({ params: { run_id: id }, signal }),
    enabled: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const address = useAddress(file.data);
  if (address !== undefined)
    return (
      <>
        <video class="screen" controls src={address} aria-label={t('operators.video')} />
        <p>
          <a href={address} download={`${id}.webm`}>
            {t('operators.saveVideo')}
          </a>
        </p>
      </>
    );
  return (
    <>
      <button type="button" disabled={file.isFetching} onClick={() => void file.refetch()}>
        {t('operators.showVideo')}
      </button>
      {file.isError && <Failure error={file.error} />}
    </>
  );
};

/** The video of a finished run: asked for, in the making, or to be played. */
export const Video = ({ id }: { readonly id: string }) => {
  const { t } = useWords();
  const may = useMay();
  const video = useVideo(id);
  const make = useAct(async () => operators.makeVideo({ params: { run_id: id } }), ['operator-video']);
  if (video.isPending) return null;
  const status = video.data?.status;
  const isWanting = video.isSuccess && (status === undefined || status === 'failed');
  return (
    <section aria-labelledby="video">
      <h2 id="video">{t('operators.video')}</h2>
      {video.isError && <Failure error={video.error} again={async () => video.refetch()} />}
      <p role="status">
        {status === 'making' && t('operators.makingVideo')}
        {status === 'failed' && t('operators.videoFailed')}
        {status === 'erased' && t('operators.videoErased')}
        {isWanting && !may('operators:write') && t('operators.noVideo')}
      </p>
      {isWanting && may('operators:write') && (
        <button type="button" disabled={make.isPending} onClick={() => make.mutate()}>
          {t('operators.makeVideo')}
        </button>
      )}
      {make.isError && <Failure error={make.error} />}
      {status === 'ready' && <Player id={id} />}
    </section>
  );
};

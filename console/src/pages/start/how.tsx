import { useQuery } from '@tanstack/preact-query';
import { work } from '../../api/work.ts';
import { useWords } from '../../words/index.tsx';
import { Failure } from '../../parts/states.tsx';

export interface How {
  readonly mode: 'simulated' | 'live';
  /** '' for the default one. */
  readonly model: string;
}

/** What a form asks the API for. */
export const wantedOf = ({ mode, model }: How) => ({ mode, model: model || undefined });

/** Whether a model works the case, and which model. */
export const ChooseHow = ({
  how,
  onChange,
}: {
  readonly how: How;
  readonly onChange: (how: How) => void;
}) => {
  const { t, name } = useWords();
  const models = useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => work.listModels({ signal }),
  });
  const known = models.data?.models ?? [];
  return (
    <fieldset>
      <legend>{t('run.mode')}</legend>
      {(['simulated', 'live'] as const).map((mode) => (
        <label key={mode} class="beside">
          <input
            type="radio"
            name="mode"
            value={mode}
            checked={how.mode === mode}
            disabled={mode === 'live' && known.length === 0}
            onChange={() => onChange({ ...how, mode })}
          />
          <span>{name('mode', mode)}</span>
        </label>
      ))}
      <p class="quiet">{t(how.mode === 'live' ? 'start.liveHelp' : 'start.simulatedHelp')}</p>
      {models.isSuccess && known.length === 0 && <p class="quiet">{t('start.noModel')}</p>}
      {models.isError && <Failure error={models.error} again={async () => models.refetch()} />}
      {how.mode === 'live' && known.length > 1 && (
        <label>
          <span>{t('start.model')}</span>
          <select
            value={how.model}
            onChange={({ currentTarget }) => onChange({ ...how, model: currentTarget.value })}
          >
            <option value="">{t('start.defaultModel')}</option>
            {known.map((model) => (
              <option key={model.name} value={model.name}>
                {model.name}
              </option>
            ))}
          </select>
        </label>
      )}
    </fieldset>
  );
};

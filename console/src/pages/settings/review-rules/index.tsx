import { admin } from '../../../api/admin.ts';
import { useRead } from '../../../api/hooks.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { useTitle } from '../../../parts/title.ts';
import { useWords } from '../../../words/index.tsx';
import { SettingsTabs } from '../tabs.tsx';
import { AskRules } from './ask-rules.tsx';
import { PolicyForm } from './form.tsx';
import { Versions } from './versions.tsx';

/** The team's rules for reviews. Each change is a new version. */
export const ReviewRules = () => {
  const { t, fullTime } = useWords();
  const policy = useRead(['review-policy'], async (signal) => admin.getReviewPolicy({ signal }));
  useTitle(t('settings.reviews'));
  return (
    <>
      <h1>{t('settings.reviews')}</h1>
      <SettingsTabs />
      <Loaded query={policy}>
        {(found) => (
          <>
            <section aria-label={t('settings.reviews')}>
              <p role="status">
                {found.set_at === null
                  ? t('settings.versionDefault')
                  : t('settings.version', {
                      version: found.version,
                      name: found.set_by?.name ?? '',
                      time: fullTime(found.set_at),
                    })}
              </p>
              <PolicyForm key={found.version} policy={found} />
            </section>
            <section aria-labelledby="asks">
              <h2 id="asks">{t('settings.ask')}</h2>
              <AskRules key={found.version} policy={found} />
            </section>
          </>
        )}
      </Loaded>
      <Versions />
    </>
  );
};

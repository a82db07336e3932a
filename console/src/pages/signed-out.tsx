import { useTitle } from '../parts/title.ts';
import { ChooseLanguage } from '../parts/choose-language.tsx';
import { useWords } from '../words/index.tsx';

/** Links to the service's own sign-in, which returns to the requested page. */
export const SignedOut = () => {
  const { t } = useWords();
  useTitle(t('signedOut.title'));
  const back = `${location.pathname}${location.search}`;
  return (
    <main class="alone">
      <h1>{t('signedOut.title')}</h1>
      <p>{t('signedOut.text')}</p>
      <p>
        <a class="button" href={`/v1/auth/sign-in?return_to=${encodeURIComponent(back)}`}>
          {t('signedOut.signIn')}
        </a>
      </p>
      <p class="quiet">{t('signedOut.link')}</p>
      <ChooseLanguage />
    </main>
  );
};

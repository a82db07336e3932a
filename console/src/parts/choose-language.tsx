import { type Language, languages, useWords } from '../words/index.tsx';

export const ChooseLanguage = () => {
  const { t, language, choose } = useWords();
  return (
    <select
      aria-label={t('app.language')}
      value={language}
      onChange={({ currentTarget }) => choose(currentTarget.value as Language)}
    >
      {Object.entries(languages).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
};

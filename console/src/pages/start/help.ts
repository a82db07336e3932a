import { useWords } from '../../words/index.tsx';

/** Returns a function that explains something: in English with the words of the API, else with those of the catalogue if it has some. */
export const useHelp = () => {
  const { language, name } = useWords();
  return (kind: 'help' | 'vertical-help', code: string, said: string) => {
    const translated = language === 'en' ? code : name(kind, code);
    return translated === code ? { text: said, lang: 'en' } : { text: translated, lang: language };
  };
};

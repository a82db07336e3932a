import { useWords } from '../../words/index.tsx';

/**
 * Returns a function that explains something: in English with the API's own text, in other languages with the
 * catalogue's text if there is one.
 */
export const useHelp = () => {
  const { language, name } = useWords();
  return (kind: 'help' | 'vertical-help', code: string, said: string) => {
    const translated = language === 'en' ? code : name(kind, code);
    return translated === code ? { text: said, lang: 'en' } : { text: translated, lang: language };
  };
};

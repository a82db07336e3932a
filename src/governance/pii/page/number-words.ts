/** Number words in English and the larger Indian languages. */
import { HINDI_SPELLINGS } from '../../text/hindi-numbers.ts';

/** English and Hindi words, keyed by the digits that they add. */
const DIGIT_WORDS: Readonly<Record<string, string>> = {
  '0': 'zero oh o nought shunya shoonya sifar zeero jiro शून्य शुन्य ज़ीरो जीरो सिफर',
  '1': 'one ek एक वन',
  '2': 'two do दो टू',
  '3': 'three teen tin तीन थ्री',
  '4': 'four char chaar चार फोर',
  '5': 'five paanch panch पाँच पांच पाच फाइव',
  '6': 'six chhe chhah che cheh chhai chah छह छः छे छ सिक्स',
  '7': 'seven saat sat सात सेवन',
  '8': 'eight aath ath aat आठ एट',
  '9': 'nine nau nao naw नौ नाइन',
  '10': 'ten das दस',
  '11': 'eleven gyarah ग्यारह',
  '12': 'twelve barah बारह',
  '13': 'thirteen',
  '14': 'fourteen',
  '15': 'fifteen',
  '16': 'sixteen',
  '17': 'seventeen',
  '18': 'eighteen',
  '19': 'nineteen',
  '2_': 'twenty',
  '3_': 'thirty',
  '4_': 'forty fourty',
  '5_': 'fifty',
  '6_': 'sixty',
  '7_': 'seventy',
  '8_': 'eighty',
  '9_': 'ninety',
  x2: 'double dabal डबल',
  x3: 'triple tripal treble ट्रिपल',
};

/**
 * Words of Marathi, Bengali, Gujarati, Tamil, Telugu, Kannada, Malayalam, Punjabi and Odia, keyed by the digits that they add.
 */
const DIGIT_WORDS_OF_LANGUAGES: Readonly<Record<string, string>> = {
  '0': 'শূন্য শুন্য জিরো શૂન્ય ઝીરો பூஜ்யம் பூஜ்ஜியம் பூச்சியம் சுழியம் ஜீரோ సున్నా సున్న జీరో ಸೊನ್ನೆ ಶೂನ್ಯ ಜೀರೋ പൂജ്യം സീറോ ਸਿਫ਼ਰ ਸਿਫ਼ਰ ਸਿਫਰ ਜ਼ੀਰੋ ਜ਼ੀਰੋ ਜੀਰੋ ਸੁੰਨ ଶୂନ ଶୂନ୍ୟ ଜିରୋ',
  '1': 'এক એક ஒன்று ஒண்ணு ஒன்னு ఒకటి ఒక్కటి ಒಂದು ഒന്ന് ഒന്നു ਇੱਕ ਇਕ ଏକ',
  '2': 'दोन দুই দু બે இரண்டு ரெண்டு రెండు ಎರಡು രണ്ട് രണ്ടു ਦੋ ଦୁଇ',
  '3': 'তিন ત્રણ மூன்று மூணு మూడు ಮೂರು മൂന്ന് മൂന്നു ਤਿੰਨ ତିନି ତିନ',
  '4': 'চার ચાર நான்கு நாலு నాలుగు ನಾಲ್ಕು നാല് നാലു ਚਾਰ ଚାରି ଚାର',
  '5': 'পাঁচ পাচ પાંચ ஐந்து அஞ்சு ఐదు అయిదు ಐದು അഞ്ച് അഞ്ചു ਪੰਜ ପାଞ୍ଚ',
  '6': 'सहा ছয় ছয় ছ છ ஆறு ఆరు ಆರು ആറ് ആറു ਛੇ ਛੀ ଛଅ',
  '7': 'সাত સાત ஏழு ఏడు ಏಳು ഏഴ് ഏഴു ਸੱਤ ସାତ',
  '8': 'আট આઠ எட்டு ఎనిమిది ಎಂಟು എട്ട് എട്ടു ਅੱਠ ଆଠ',
  '9': 'नऊ নয় নয় নাইন નવ ஒன்பது ஒம்பது తొమ్మిది ಒಂಬತ್ತು ഒമ്പത് ഒൻപത് ഒമ്പതു ਨੌਂ ਨੌ ନଅ',
  x2: 'ডবল ডাবল ડબલ டபுள் டபிள் డబుల్ ಡಬಲ್ ഡബിൾ ਡਬਲ ଡବଲ',
  x3: 'ট্রিপল ટ્રિપલ டிரிபிள் ట్రిపుల్ ಟ್ರಿಪಲ್ ട്രിപ്പിൾ ਟ੍ਰਿਪਲ',
};

/** Differences between two spellings of one Hindi word. */
const VARIED: readonly (readonly [RegExp, string])[] = [
  [/aa/g, 'a'],
  [/ee/g, 'i'],
  [/v/g, 'w'],
  [/([a-z])\1/g, '$1'],
  [/[\u0901\u0902\u093c]/g, ''],
  [/tth/g, 'tt'],
  [/ट्ठ/g, 'ठ्ठ'],
  [/ट्ठ|ठ्ठ/g, 'ठ'],
];

/** Hindi numbers that are also ordinary words or surnames, and "saath", which people also write for seven. */
const AMBIGUOUS: ReadonlySet<string> = new Set(['saath', 'sath', 'sola', 'bais', 'chavan', 'chawan']);

/** Returns the common spellings of a Hindi number from 13 to 99. */
const variantsOf = (words: readonly string[]): string => {
  let all = [...words];
  for (const [sign, instead] of VARIED)
    all = [...new Set(all.flatMap((word) => [word, word.replace(sign, instead)]))];
  return all.filter((word) => !AMBIGUOUS.has(word)).join(' ');
};

/** Each value with its words, separated by spaces. */
export const NUMBER_WORDS: readonly (readonly [value: string, words: string])[] = [
  ...Object.entries(DIGIT_WORDS),
  ...Object.entries(DIGIT_WORDS_OF_LANGUAGES),
  ...HINDI_SPELLINGS.slice(13).map((words, nth): [string, string] => [String(nth + 13), variantsOf(words)]),
];

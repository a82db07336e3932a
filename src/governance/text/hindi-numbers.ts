/**
 * The Hindi numbers from 0 to 99, each of which is its own word, spelt in Devanagari and in Latin letters. Spellings that differ
 * only in vowel length, a doubled consonant or a nasal sign share one entry: see {@link foldHindi}.
 */

/** One line per number, starting at 0: Devanagari, then Latin. */
const SPELLINGS = `
शून्य सिफर | shunya sunya sifar
एक | ek ik
दो | do
तीन | teen
चार | chaar
पाँच | paanch
छह छः छे छ छै | chhah chhe cheh chha chhai
सात | saat
आठ | aath
नौ | nau
दस | das dus
ग्यारह | gyarah gyara igyarah
बारह बारा | baarah baara
तेरह | terah
चौदह | chaudah chauda chodah
पंद्रह पंदरह | pandrah pandra pandarah pandhrah
सोलह | solah sola
सत्रह सतरह | satrah satra satarah
अठारह | atharah athara
उन्नीस | unnees
बीस | bees
इक्कीस | ikkees ekkees
बाईस | baees bais bayees
तेईस | teis teyees
चौबीस | chaubees choubees chobees
पच्चीस | pachchees pacchees
छब्बीस | chhabbees
सत्ताईस | sattaees sattais sattayees
अट्ठाईस | atthaees atthais atthayees
उनतीस उन्तीस | untees unatees
तीस | tees
इकतीस | iktees ikatees ektees
बत्तीस | battees
तैंतीस तेंतीस | taintees tentees taitees tetees
चौंतीस | chauntees chontees chountees chautees
पैंतीस पेंतीस | paintees pentees paitees
छत्तीस | chhattees
सैंतीस सेंतीस | saintees sentees saitees
अड़तीस | adtees adatees artees aratees
उनतालीस उन्तालीस उनचालीस | untalees unatalees unchalees
चालीस | chaalees
इकतालीस | iktalees ikatalees ektalees
बयालीस बियालीस | bayalees biyalees byalees
तैंतालीस तेंतालीस तिरालीस | taintalees tentalees taitalees tetalees tiralees
चौवालीस चवालीस चौंवालीस चौंतालीस | chauvalees chouvalees chavalees chaunvalees
पैंतालीस पेंतालीस | paintalees pentalees paitalees
छियालीस छयालीस | chhiyalees chhayalees chhyalees
सैंतालीस सेंतालीस | saintalees sentalees saitalees
अड़तालीस | adtalees adatalees artalees aratalees
उनचास उन्चास उनंचास | unchaas unanchas unachas
पचास | pachaas
इक्यावन इकावन | ikyavan ikkyavan ikavan ekyavan
बावन | baavan
तिरपन तिरेपन त्रेपन | tirpan tirapan tirepan trepan
चौवन चव्वन चउवन | chauvan chouvan chavan
पचपन | pachpan pachapan
छप्पन | chhappan
सत्तावन | sattavan
अट्ठावन | atthavan
उनसठ | unsath unasath
साठ | saath
इकसठ | iksath ikasath eksath
बासठ | baasath
तिरसठ तिरेसठ त्रेसठ | tirsath tirasath tiresath tresath
चौंसठ | chaunsath chausath chounsath chonsath
पैंसठ पेंसठ | painsath paisath pensath
छियासठ छयासठ छासठ | chhiyasath chhayasath chhyasath chhasath
सड़सठ सरसठ | sadsath sadasath sarsath sarasath
अड़सठ अरसठ | adsath adasath arsath arasath
उनहत्तर | unhattar unahattar
सत्तर | sattar
इकहत्तर इखत्तर | ikhattar ikahattar ekhattar ekahattar
बहत्तर | bahattar
तिहत्तर तेहत्तर | tihattar tehattar
चौहत्तर | chauhattar chouhattar chohattar
पचहत्तर पिचहत्तर | pachhattar pachahattar pichhattar pichahattar
छिहत्तर छियत्तर छहत्तर | chhihattar chhehattar chhahattar chhiyattar
सतहत्तर सतत्तर | sathattar satahattar satattar
अठहत्तर अठत्तर | athhattar athahattar
उनासी उन्यासी | unasi unaasi unyasi
अस्सी | assi
इक्यासी इकासी | ikyasi ikkyasi ikasi ekyasi
बयासी बियासी | bayasi biyasi byasi
तिरासी तेरासी | tirasi terasi
चौरासी | chaurasi chourasi chorasi
पचासी पिचासी | pachasi pichasi
छियासी छयासी | chhiyasi chhayasi chhyasi
सत्तासी | sattasi
अट्ठासी | atthasi
नवासी नौवासी | navasi nauvasi
नब्बे नव्वे | nabbe navve
इक्यानवे इक्यानबे इकानवे | ikyanve ikyanave ikkyanve ikyanbe ikanve
बानवे बानबे बयानवे | baanve banave banbe bayanve
तिरानवे तिरानबे | tiranve tiranave tiranbe
चौरानवे चौरानबे | chauranve chauranave chauranbe chouranve
पचानवे पंचानवे पिचानवे पंचानबे | pachanve panchanve pachanave panchanave panchanbe pachanbe pichanve
छियानवे छियानबे | chhiyanve chhiyanave chhiyanbe chhyanve
सत्तानवे सत्तानबे | sattanve sattanave sattanbe
अट्ठानवे अट्ठानबे | atthanve atthanave atthanbe
निन्यानवे निन्यानबे निनानवे | ninyanve ninyanave ninyanbe ninanve
`;

/** The spellings of each number from 0 to 99, in both scripts. */
export const HINDI_SPELLINGS: readonly (readonly string[])[] = SPELLINGS.trim()
  .split('\n')
  .map((line) => line.split(/[ |]+/));

/** Removes spelling differences: nasal signs, doubled consonants, vowel length. */
export const foldHindi = (word: string): string =>
  /^[a-z]/.test(word)
    ? word
        .replaceAll('w', 'v')
        .replaceAll('z', 'j')
        .replaceAll(/c+h(?:ch)*h?/g, 'ch')
        .replaceAll('aa', 'a')
        .replaceAll(/ee|ii/g, 'i')
        .replaceAll(/oo|uu/g, 'u')
        .replaceAll(/([a-z])\1/g, '$1')
    : word
        .replaceAll(/[\u0901\u0902\u093c]|न्(?=[चतद])/g, '')
        .replaceAll('ट्ठ', 'ठ')
        .replaceAll('न्व', 'नव')
        .replaceAll(/(\p{L})\u094d\1/gu, '$1')
        .replaceAll('ि', 'ी')
        .replaceAll('ु', 'ू')
        .replaceAll('इ', 'ई')
        .replaceAll('उ', 'ऊ');

/** Numbers by folded spelling. */
export const HINDI_NUMBERS: ReadonlyMap<string, bigint> = new Map(
  HINDI_SPELLINGS.flatMap((words, value) =>
    words.map((word) => [foldHindi(word.normalize('NFD')), BigInt(value)] as const),
  ),
);

/** Multipliers by folded spelling. */
export const HINDI_SCALES: ReadonlyMap<string, bigint> = new Map(
  (
    [
      ['सौ शत sau', 100n],
      ['हजार सहस्र hajaar hazaar hajar thousand', 1_000n],
      ['लाख laakh lakh lakhs lac lacs', 100_000n],
      ['करोड करोर karod karor carore crore crores', 10_000_000n],
      ['अरब arab', 1_000_000_000n],
      ['खरब kharab', 100_000_000_000n],
    ] as const
  ).flatMap(([words, value]) => words.split(' ').map((word) => [foldHindi(word), value] as const)),
);

/**
 * Fractions in quarters: the amount that a word adds to the number after it, or the word's own value if a multiplier follows
 * directly.
 */
export const HINDI_FRACTIONS: ReadonlyMap<string, { readonly adds?: bigint; readonly alone?: bigint }> =
  new Map(
    (
      [
        ['सवा sava', { adds: 1n, alone: 5n }],
        ['साढे साढ़े saadhe saade sadhe', { adds: 2n }],
        ['पौने paune pone', { adds: -1n }],
        ['पौन paun', { alone: 3n }],
        ['डेढ dedh derh ded', { alone: 6n }],
        ['ढाई अढाई dhai dhaai adhai', { alone: 10n }],
      ] as const
    ).flatMap(([words, value]) =>
      words.split(' ').map((word) => [foldHindi(word.normalize('NFD')), value] as const),
    ),
  );

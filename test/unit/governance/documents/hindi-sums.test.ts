import { describe, expect, it } from 'vitest';
import { extractFrom } from '../../../helpers/extraction.ts';

const rupeesOf = (text: string) => extractFrom(text).details.amounts.map(({ rupees }) => rupees);
const notesOf = (text: string) => extractFrom(text).notes.map(({ code }) => code);

/** One common spelling of each number from 1 to 99. */
const DEVANAGARI =
  'एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पन्द्रह सोलह सत्रह अठारह उन्नीस बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस चालीस इकतालीस बयालीस तैंतालीस चवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरेपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ साठ इकसठ बासठ तिरेसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानबे बानबे तिरानबे चौरानबे पंचानबे छियानबे सत्तानबे अट्ठानबे निन्यानबे'.split(
    ' ',
  );
const LATIN =
  'ek do teen chaar paanch chhah saat aath nau das gyarah barah terah chaudah pandrah solah satrah atharah unnees bees ikkees baees teis chaubees pachchees chhabbees sattaees atthaees untees tees ikatees battees taintees chauntees paintees chhattees saintees adtees untalees chalees iktalees bayalees taintalees chauvalees paintalees chhiyalees saintalees adtalees unchaas pachaas ikyavan bavan tirepan chauvan pachpan chhappan sattavan atthavan unsath saath iksath basath tirsath chaunsath painsath chhiyasath sadsath adsath unhattar sattar ikhattar bahattar tihattar chauhattar pachhattar chhihattar satahattar athahattar unasi assi ikyasi bayasi tirasi chaurasi pachasi chhiyasi sattasi atthasi navasi nabbe ikyanve banve tiranve chauranve pachanve chhiyanve sattanve atthanve ninyanve'.split(
    ' ',
  );

describe('Sums in Hindi words', () => {
  it('extraction reads sums in Devanagari and in Latin letters', () => {
    expect(rupeesOf('एक लाख बारह हज़ार चार सौ पचास रुपये')).toEqual(['112450.00']);
    expect(rupeesOf('ek lakh barah hazaar char sau pachaas rupaye')).toEqual(['112450.00']);
  });

  it.each([
    ['Devanagari', DEVANAGARI, 'सौ', 'रुपये'],
    ['Latin letters', LATIN, 'sau', 'rupaye'],
  ] as const)('extraction reads every number up to 99 in %s', (_script, numbers, hundred, currency) => {
    expect(numbers).toHaveLength(99);
    const read = numbers.map((word) => rupeesOf(`${numbers[0]} ${hundred} ${word} ${currency}`));
    expect(read).toEqual(numbers.map((_, at) => [`${101 + at}.00`]));
  });

  it.each([
    ['पांच सौ रुपए', '500.00'],
    ['पाच सौ रूपये', '500.00'],
    ['छः हजार छे सौ रुपया', '6600.00'],
    ['उन्तीस हजार पन्द्रह रुपये', '29015.00'],
    ['पंद्रह हज़ार रुपये केवल', '15000.00'],
    ['चालिस लाख रुपये', '4000000.00'],
    ['pachis hajar rupaiye', '25000.00'],
    ['pacchees hazar rupees only', '25000.00'],
    ['Rupees Unnis Lakh Unchas Hajaar matra', '1949000.00'],
    ['do lakh rupees only', '200000.00'],
    ['chhiyaalees karod rupaye', '460000000.00'],
  ])('extraction reads variant spellings: %s', (text, rupees) => {
    expect(rupeesOf(text)).toEqual([rupees]);
  });

  it.each([
    ['रुपये दो लाख पचास हज़ार मात्र', '250000.00'],
    ['रु. एक लाख मात्र', '100000.00'],
    ['शब्दों में: निन्यानवे हज़ार नौ सौ निन्यानवे', '99999.00'],
    ['Amount in words: Ek Crore Pachees Lakh', '12500000.00'],
    ['(शब्दों में रुपये चौवन हजार छियासठ और पचास पैसे मात्र)', '54066.50'],
    ['पाँच सौ रुपये और पचास पैसे', '500.50'],
    ['paanch sau rupaye 50 paise', '500.50'],
    ['दो लाख करोड़ रुपये', '2000000000000.00'],
  ])('extraction reads sums after a currency, before it and with paise: %s', (text, rupees) => {
    expect(rupeesOf(text)).toEqual([rupees]);
  });

  it.each([
    ['डेढ़ लाख रुपये', '150000.00'],
    ['ढाई हज़ार रुपये', '2500.00'],
    ['सवा लाख रुपये', '125000.00'],
    ['सवा दो करोड़ रुपये', '22500000.00'],
    ['साढ़े तीन लाख रुपये मात्र', '350000.00'],
    ['sadhe teen lakh rupees only', '350000.00'],
    ['पौने दो सौ रुपये', '175.00'],
  ])('extraction reads halves and quarters: %s', (text, rupees) => {
    expect(rupeesOf(text)).toEqual([rupees]);
  });

  it('words that match the figures add neither an amount nor a note', () => {
    const { fields, notes } = extractFrom('Rs. 1,12,450.00 (एक लाख बारह हज़ार चार सौ पचास रुपये मात्र)');
    expect(fields.amounts).toEqual(['1,12,450.00']);
    expect(notes).toEqual([]);
  });

  it.each([
    'रु. 1,12,450.00 (एक लाख तेरह हज़ार चार सौ पचास रुपये मात्र)',
    'Rs. 1,12,450.00 (ek lakh terah hazaar char sau pachaas rupaye)',
  ])('words that differ from the figures get a note: %s', (text) => {
    expect(rupeesOf(text)).toEqual(['112450.00', '113450.00']);
    expect(notesOf(text)).toEqual(['words-differ']);
  });

  it.each([
    'एक लाख बाराऽह हज़ार चार सौ रुपये',
    'ek lakh barrrha hazaar char sau rupaye',
    'barah thousand five hundred rupees only',
  ])('a sum that contains a word other than a Hindi number has no value: %s', (text) => {
    expect(rupeesOf(text)).toEqual([null]);
    expect(notesOf(`Rs. 500.00, ${text}`)).toEqual(['words-differ']);
  });

  it.each([
    'the rupees do not matter',
    'do only what is needed',
    'Rs. Das paid',
    'teen rupees',
    'रुपये दो',
    'साढ़े पाँच रुपये',
    'दो तीन हज़ार रुपये',
    'एक दो तीन रुपये',
  ])('extraction does not read words that only look like numbers as an amount: %s', (text) => {
    expect(rupeesOf(text)).toEqual([]);
  });

  it('extraction does not read words after figures as an amount', () => {
    expect(rupeesOf('500 रुपये दो')).toEqual(['500.00']);
    expect(rupeesOf('5 लाख रुपये दो')).toEqual(['500000.00']);
    expect(rupeesOf('5 हज़ार रुपये')).toEqual(['5000.00']);
  });
});

/**
 * Words that say what the number beside them is, in English, Hindi and the larger Indian languages, with the spellings
 * that people use. Only the word list decides; the scan looks words up by hash in its one pass over the text.
 */
import { normalise } from '../text.ts';

/**
 * What a word says. `other` is a contrary label: the number is an order, a meter, an amount. `masked`: an X-ed value.
 * `party` is somebody who speaks ("Customer: 98…") unless a word of `number` stands between: then it is that party's number.
 * `bank` names an account, but a card shows a bank too.
 */
export const LABEL = {
  unknown: 0,
  aadhaar: 1,
  vid: 2,
  pan: 3,
  gstin: 4,
  card: 5,
  phone: 6,
  email: 7,
  account: 8,
  ifsc: 9,
  upi: 10,
  voter: 11,
  passport: 12,
  licence: 13,
  vehicle: 14,
  other: 15,
  money: 16,
  filler: 17,
  id: 18,
  masked: 19,
  number: 20,
  party: 21,
  bank: 22,
} as const;

export type Label = (typeof LABEL)[keyof typeof LABEL];

const WORDS: Readonly<Record<string, string>> = {
  aadhaar: `aadhaar aadhar adhaar adhar aadhhar addhar adhaarcard aadharcard aadhaarcard uid uidai ekyc आधार आधारकार्ड यूआईडी
    यूआईडीएआई ஆதார் ஆதார ಆಧಾರ್ ಆಧಾರ ఆధార్ ఆధార আধার আধাৰ આધાર ਆਧਾਰ ആധാർ ആധാര ଆଧାର آدھار`,
  vid: `vid virtual virtualid वीआईडी`,
  pan: `pan pancard permanent पैन पॅन पेन பான் ಪ್ಯಾನ್ ಪಾನ್ పాన్ প্যান પાન ਪੈਨ പാൻ ପ୍ୟାନ`,
  gstin: `gstin gst gstn uin gstid gstreg जीएसटी जीएसटीआईएन`,
  card: `card cards creditcard debitcard credit debit visa mastercard rupay amex maestro diners discover jcb unionpay cc ccno
    ccnum cardholder कार्ड क्रेडिट डेबिट रुपे`,
  phone: `phone phones ph mobile mob mobiles m cell cellphone tel tele telephone contact call called caller calling callback dial
    whatsapp whatsap wa sms smsto fax landline helpline ring reach msisdn sim text tell handset alt alternate
    recipient sender voicemail
    मोबाइल मोबाईल फोन दूरभाष संपर्क सम्पर्क कॉल व्हाट्सएप व्हाट्सऐप वाट्सएप भ्रमणध्वनी தொலைபேசி கைபேசி மொபைல் அலைபேசி போன்
    ದೂರವಾಣಿ ಮೊಬೈಲ್ ಫೋನ್ ఫోన్ మొబైల్ ఫోను মোবাইল ফোন মোবাইলে મોબાઇલ મોબાઈલ ફોન ਮੋਬਾਈਲ ਫੋਨ ਫ਼ੋਨ മൊബൈൽ ഫോൺ ମୋବାଇଲ ଫୋନ فون موبائل`,
  email: `email mail emailid mailid mailto ईमेल मेल`,
  account: `account acct ac acc accounts savings current saving sb beneficiary iban खाता खाते अकाउंट`,
  bank: `bank बैंक`,
  ifsc: `ifsc ifs rtgs neft आईएफएससी`,
  upi: `upi vpa bhim gpay phonepe paytm यूपीआई`,
  voter: `voter epic electoral elector election मतदाता वोटर`,
  passport: `passport पासपोर्ट`,
  licence: `licence license dl driving लाइसेंस लाइसेन्स`,
  vehicle: `vehicle registration regn reg rc car bike truck chassis plate वाहन गाड़ी गाडी`,
  money: `rs inr re rupee rupees usd eur gbp aed bytes byte kb mb gb रु रुपये रुपए`,
  other: `order orders invoice inv bill bills receipt ticket tickets tkt docket ref refs reference references txn transaction
    trans utr rrn arn srn grn crn awb tracking consignment shipment parcel waybill eway lr pnr policy policies claim claims
    meter consumer employee emp staff batch lot imei imsi iccid serial sr sl voucher coupon token asset reading value values
    trace span request session job build commit version ver release rev hash sha md5 crc checksum uuid guid key rowid seq
    sequence lsn offset range timestamp epoch ts time date dated amount amt total subtotal balance sum price cost
    qty quantity fee paid ean upc isbn issn gtin gs sku hsn sac barcode model part item product code pmid pmc doi
    application appl appln enrolment enrollment roll admission student folio demat dp isin cin din llpin tan uan esic esi pf
    epf pran ppo abha uhid mrn rohini ack acknowledgement acknowledgment irn challan cheque check chq dd neftref consign
    member membership vendor loan lan emi complaint case incident ticketid challanno booking journal
    entry ledger row record recordid vin engine property survey khata plot patta udyam msme fssai swift bsr micr pin pincode
    zip pids pid port ip mac temperature latitude longitude lat lng longitudes width height size count population number_of
    ऑर्डर आर्डर रसीद बिल संदर्भ पॉलिसी टिकट मीटर उपभोक्ता चालान राशि मूल्य दिनांक कुल लेनदेन आवेदन दावा ट्रैकिंग`,
  party: `customer cust client`,
  id: `id ids identifier tag index idx`,
  number: `no nos number numbers num numb nbr
    नंबर नम्बर नंबर् नं संख्या क्रमांक क्र எண் ಸಂಖ್ಯೆ ನಂಬರ್ సంఖ్య నంబర్ নম্বর নং નંબર ਨੰਬਰ നമ്പർ ନମ୍ବର نمبر`,
  filler: `is was the a an as of be hai h are my your his her their ji new old on at to
    for its it please plz pls कृपया registered reg given verified linked primary secondary personal official
    है का की के मेरा मेरी आपका पर`,
};

const HASH_MASK = 0x3fffffff;

export const HASH_START = 7;

/** One step of the word hash; the scan computes the same over lower-cased letters. */
export const hashStep = (hash: number, code: number): number => (Math.imul(hash, 31) + code) & HASH_MASK;

const hashOf = (word: string): number => {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
};

const VOCABULARY: ReadonlyMap<number, Label> = (() => {
  const words = new Map<number, Label>();
  const add = (word: string, label: Label): void => {
    const hash = hashOf(normalise(word.toLowerCase()));
    if (!words.has(hash)) words.set(hash, label);
  };
  const groups = Object.entries(WORDS).map(([name, list]) => ({
    label: Object.entries(LABEL).find(([key]) => key === name)![1],
    list: list.trim().split(/\s+/),
  }));
  for (const { label, list } of groups) for (const word of list) add(word, label);
  for (const { label, list } of groups) {
    if (label === LABEL.filler || label === LABEL.number || label === LABEL.money) continue;
    for (const word of list)
      if (word.charCodeAt(0) < 128 && word.length > 1)
        for (const tail of ['no', 'num', 'number', 'nos', 's', 'id', 'code'])
          add(word + tail, label === LABEL.party && tail !== 's' ? LABEL.other : label);
  }
  return words;
})();

/** What the word with this hash says; `LABEL.unknown` for a word outside the lists. */
export const labelOf = (hash: number): Label => VOCABULARY.get(hash) ?? LABEL.unknown;

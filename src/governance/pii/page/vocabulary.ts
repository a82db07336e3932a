/** Words that label numbers, in English, Hindi and the larger Indian languages, with the spellings that people use. */
import type { LABEL } from './label.ts';

export const WORDS: Readonly<Partial<Record<keyof typeof LABEL, string>>> = {
  aadhaar: `aadhaar aadhar adhaar adhar aadhhar addhar adhaarcard aadharcard aadhaarcard uid uidai uidal ekyc aadhaarno आधार आधारकार्ड यूआईडी
    यूआईडीएआई ஆதார் ஆதார ಆಧಾರ್ ಆಧಾರ ఆధార్ ఆధార আধার আধাৰ આધાર ਆਧਾਰ ആധാർ ആധാര ଆଧାର آدھار
    ஆதார்எண் ਆਧਾਰਕਾਰਡ આધારકાર્ડ আধারকার্ড`,
  vid: `vid virtual virtualid वीआईडी`,
  pan: `pan pancard पैन पॅन पेन பான் ಪ್ಯಾನ್ ಪಾನ್ పాన్ প্যান પાન ਪੈਨ പാൻ ପ୍ୟାନ`,
  gstin: `gstin gst gstn uin gstid gstreg जीएसटी जीएसटीआईएन`,
  card: `card cards creditcard debitcard credit debit visa mastercard rupay amex maestro diners discover jcb unionpay cc ccno
    ccnum cardholder कार्ड क्रेडिट डेबिट रुपे கார்டு அட்டை కార్డు కార్డ్ ಕಾರ್ಡ್ കാർഡ് কার্ড কাৰ্ড કાર્ડ ਕਾਰਡ କାର୍ଡ کارڈ
    ক্রেডিট ডেবিট ક્રેડિટ ડેબિટ`,
  phone: `phone phones ph mobile mob mobiles m cell cellphone tel tele telephone contact call called caller calling callback dial oncall hotline dialer
    whatsapp whatsap wa sms smsto fax landline telecom helpline ring rung reach msisdn sim text tell handset alt alternate
    recipient destination dest sender voicemail ani clid cli dnis cp rmn rtn mdn phn fone mobil mobail mobial moblie mobie moble mble mbl contct cntct conatct conact
    telphone telefone watsapp whtsapp whatsup wapp wtsapp mobileno mobno telno phno contactno
    मोबाइल मोबाईल फोन दूरभाष संपर्क सम्पर्क कॉल व्हाट्सएप व्हाट्सऐप वाट्सएप भ्रमणध्वनी தொலைபேசி கைபேசி மொபைல் அலைபேசி போன்
    ದೂರವಾಣಿ ಮೊಬೈಲ್ ಫೋನ್ ఫోన్ మొబైల్ ఫోను মোবাইল ফোন মোবাইলে મોબાઇલ મોબાઈલ ફોન ਮੋਬਾਈਲ ਫੋਨ ਫ਼ੋਨ മൊബൈൽ ഫോൺ ମୋବାଇଲ ଫୋନ فون موبائل
    செல்பேசி செல் வாட்ஸ்அப் தொடர்பு సంప్రదించండి సెల్ వాట్సాప్ ಸಂಪರ್ಕ ವಾಟ್ಸಾಪ್ ಕರೆ যোগাযোগ হোয়াটসঅ্যাপ হোয়াটসঅ্যাপ সংযোগ
    মবাইল સંપર્ક વોટ્સએપ ਸੰਪਰਕ ਵਟਸਐਪ വാട്സ്ആപ്പ് ബന്ധപ്പെടുക ସମ୍ପର୍କ ହ୍ୱାଟସଆପ رابطہ واٹس`,
  email: `email mail emailid mailid mailto ईमेल मेल`,
  account: `account acct ac acc accounts savings saving sb beneficiary iban खाता खाते अकाउंट
    கணக்கு ఖాతా అకౌంట్ ಖಾತೆ അക്കൗണ്ട് അക്കൌണ്ട് হিসাব একাউন্ট অ্যাকাউন্ট একাউণ্ট ખાતા ખાતું ખાતાનો એકાઉન્ટ ਖਾਤਾ ਅਕਾਊਂਟ ଖାତା ଆକାଉଣ୍ଟ اکاؤنٹ`,
  bank: `bank बैंक`,
  ifsc: `ifsc ifs rtgs neft आईएफएससी`,
  upi: `upi vpa bhim gpay phonepe paytm यूपीआई`,
  voter: `voter epic electoral elector election मतदाता वोटर`,
  passport: `passport पासपोर्ट`,
  licence: `licence license dl driving लाइसेंस लाइसेन्स`,
  vehicle: `vehicle registration regn reg rc car bike truck chassis plate वाहन गाड़ी गाडी`,
  money: `rs inr re rupee rupees usd eur gbp aed bytes byte kb mb gb lakh lakhs crore crores रु रुपये रुपए`,
  other: `order orders invoice inv bill bills receipt ticket tickets tkt docket ref refs reference references txn transaction
    trans utr rrn arn srn grn crn awb tracking consignment shipment parcel waybill eway ewb lr pnr policy policies claim claims
    meter batch lot imei imsi iccid serial sr sl bn lading voucher coupon token asset reading imps p2a p2p
    trace span request session job build commit version ver release rev hash sha md5 crc checksum uuid guid rowid seq
    sequence lsn offset range timestamp epoch ts time date dated amount amt total subtotal balance sum price cost
    qty quantity fee ean upc isbn issn gtin gs sku hsn sac barcode model part product pmid pmc doi
    application appl appln enrolment enrollment roll admission folio demat dp isin cin din llpin tan uan esic esi pf
    epf pran ppo abha uhid mrn srl trn idoc rohini ack acknowledgement acknowledgment irn challan cheque check chq dd neftref consign
    membership loan lan emi complaint case incident ticketid challanno booking journal grievance
    ledger recordid vin engine survey khata plot patta udyam msme fssai swift bsr micr pin pincode
    zip pids pid ip mac temperature latitude longitude lat lng lon longitudes width height size count population number_of
    length expiry expires expire exp validity valid until till ms millis milliseconds seconds secs usec micros nanos duration
    elapsed latency uptime took created updated modified salary ctc income turnover budget stipend rent revenue premium
    ration passcode password passwd pwd nonce salt signature sig etag cookie csrf counter cnt score rank points
    host hostname server node container pod thread inode sector heap mem memory tid mid terminal healthid
    meeting webinar zoom seat exam hall marks flight train coach distance area sqft patent fir cnr
    accession specimen ipd opd cif ucc coordinates coords coord path svg pi loss confidence probability prob
    weight ratio epsilon seed delta disk depth views likes clicks impressions hits followers downloads ord ordno return gas
    ऑर्डर आर्डर रसीद बिल संदर्भ पॉलिसी टिकट मीटर चालान राशि मूल्य दिनांक कुल लेनदेन आवेदन दावा ट्रैकिंग राशन वेतन शिकायत पंजीकरण अनुक्रमांक रोल वाउचर व्हाउचर ट्रांजैक्शन ट्रान्झॅक्शन
    ट्रांज़ैक्शन व्यवहार रेफरेंस रेफ़रेंस इनवॉइस बीमा विमा पावती पावत्या देयक ऑर्डरचा अर्ज तक्रार कूपन टोकन पार्सल डॉकेट पिन ओटीपी चेक धनादेश क्लेम
    ট্রানজ্যাকশন ট্রানজ্যাকশান ট্রানজেকশন ট্রানজাকশন লেনদেন রেফারেন্স রেফ অর্ডার বিল ইনভয়েস রসিদ পলিসি দাবি ক্লেম ভাউচার টিকিট চালান মিটার
    আবেদন অভিযোগ ডকেট পার্সেল টোকেন চেক কুপন রেশন ওটিপি পিন সংদৰ্ভ
    વાઉચર વ્યવહાર ટ્રાન્ઝેક્શન ટ્રાન્ઝેકશન ટ્રાન્જેક્શન રેફરન્સ સંદર્ભ ઓર્ડર બિલ ઇન્વોઇસ રસીદ પહોંચ પાવતી પોલિસી ક્લેમ દાવા દાવો ટિકિટ ચલણ ચલાન મીટર
    અરજી ફરિયાદ ટોકન ચેક કૂપન રેશન પાર્સલ ઓટીપી પિન
    பரிவர்த்தனை குறிப்பு ஆர்டர் பில் ரசீது இன்வாய்ஸ் பாலிசி காப்பீடு கோரிக்கை வவுச்சர் டிக்கெட் சலான் மீட்டர் விண்ணப்பம் விண்ணப்ப புகார் டோக்கன் காசோலை ரேஷன்
    பார்சல் கூப்பன் பின்
    లావాదేవీ ట్రాన్సాక్షన్ రిఫరెన్స్ ఆర్డర్ బిల్లు బిల్ ఇన్వాయిస్ రసీదు పాలసీ క్లెయిమ్ వోచర్ టికెట్ చలానా మీటర్ దరఖాస్తు ఫిర్యాదు టోకెన్ చెక్కు చెక్ రేషన్ పార్సెల్
    కూపన్ పిన్
    ವಹಿವಾಟು ಟ್ರಾನ್ಸಾಕ್ಷನ್ ಉಲ್ಲೇಖ ರೆಫರೆನ್ಸ್ ಆರ್ಡರ್ ಬಿಲ್ ಇನ್ವಾಯ್ಸ್ ರಸೀದಿ ಪಾಲಿಸಿ ಕ್ಲೇಮ್ ವೋಚರ್ ಟಿಕೆಟ್ ಚಲನ್ ಮೀಟರ್ ಅರ್ಜಿ ದೂರು ಟೋಕನ್ ಚೆಕ್ ಪಡಿತರ ಪಾರ್ಸೆಲ್ ಕೂಪನ್ ಪಿನ್
    ഇടപാട് ട്രാൻസാക്ഷൻ റഫറൻസ് ഓർഡർ ബിൽ ഇൻവോയ്സ് രസീത് പോളിസി ക്ലെയിം വൗച്ചർ ടിക്കറ്റ് ചലാൻ മീറ്റർ അപേക്ഷ പരാതി ടോക്കൺ ചെക്ക് റേഷൻ പാഴ്സൽ കൂപ്പൺ
    ਲੈਣ ਟ੍ਰਾਂਜੈਕਸ਼ਨ ਹਵਾਲਾ ਰੈਫਰੈਂਸ ਆਰਡਰ ਬਿੱਲ ਬਿਲ ਇਨਵੌਇਸ ਰਸੀਦ ਪਾਲਿਸੀ ਕਲੇਮ ਦਾਅਵਾ ਵਾਊਚਰ ਟਿਕਟ ਚਲਾਨ ਮੀਟਰ ਅਰਜ਼ੀ ਸ਼ਿਕਾਇਤ ਟੋਕਨ ਚੈੱਕ ਰਾਸ਼ਨ ਪਾਰਸਲ ਕੂਪਨ
    ଟ୍ରାନଜାକସନ କାରବାର ରେଫରେନ୍ସ ସନ୍ଦର୍ଭ ଅର୍ଡର ବିଲ ଇନଭଏସ ରସିଦ ପଲିସି ଦାବି କ୍ଲେମ ଭାଉଚର ଟିକେଟ ଚାଲାଣ ମିଟର ଆବେଦନ ଅଭିଯୋଗ ଟୋକନ ଚେକ ରାସନ ପାର୍ସଲ କୁପନ
    لین آرڈر بل رسید پالیسی ٹکٹ حوالہ ٹرانزیکشن چالان واؤچر
    bridge conference conf teamviewer anydesk rustdesk ultraviewer supremo splashtop dwservice ammyy logmein
    intimation preauth preauthorisation preauthorization umrn ecard ecardno pnrno interaction lenden vyavahar rasid raseed pavti`,
  party: `customer cust client consumer employee emp staff member vendor student उपभोक्ता ग्राहक कंज्यूमर
    গ্রাহক কনজিউমার ગ્રાહક நுகர்வோர் வாடிக்கையாளர் వినియోగదారు కస్టమర్ ಗ್ರಾಹಕ ഉപഭോക്തൃ ഉപഭോക്താവ് ਗਾਹਕ ਖਪਤਕਾਰ ଗ୍ରାହକ`,
  id: `id ids identifier doc document tag index idx code आईडी आयडी कोड আইডি কোড আইডী આઈડી કોડ ஐடி குறியீடு ఐడి కోడ్ ಐಡಿ ಕೋಡ್ ഐഡി കോഡ് ਆਈਡੀ ਕੋਡ ଆଇଡି କୋଡ`,
  thing: `row record entry item key property`,
  slot: `value val data field content column`,
  values: `values`,
  number: `no nos number numbers num numb nbr nmber numbr nmbr numer
    नंबर नम्बर नंबर् नं सं संख्या क्रमांक क्र எண் ಸಂಖ್ಯೆ ನಂಬರ್ సంఖ్య నంబర్ নম্বর নাম্বার নং નંબર નં ਨੰਬਰ ਨੰ നമ്പർ ନମ୍ବର ନଂ نمبر நம்பர் నెంబర్ నెం ನಂ ನಂಬರ`,
  filler: `is was the a an as of be hai h are my your his her their ji new old on at to
    for its it please plz pls कृपया registered reg given verified linked primary secondary personal official
    current permanent photo ka ki ke std isd safari viewer desk below following kijiye kijiyega lijiye likhiye karein bhej bhejo kal aaj
    wala wali govt government identity national proof like note luhn
    है का की के मेरा मेरी आपका पर`,
};

/** HTML elements. After "<" such a word is a tag, whatever it means elsewhere. */
export const TAGS = `html body div span td th tr dt dd dl li ul ol strong em small label input option select textarea param font tbody
  thead table section article field code`;

/** Common labels, long enough that their misspellings are not other words. */
export const MISTYPED: Readonly<Partial<Record<keyof typeof LABEL, string>>> = {
  aadhaar: 'aadhaar aadhar',
  phone: 'mobile contact whatsapp telephone landline',
  account: 'account',
  passport: 'passport',
  number: 'number',
  other: 'policy ticket invoice reference transaction complaint application receipt',
};

/** Owners in field names that are written as one word: "LEDGERMOBILE", "nomineephone". */
export const OWNERS =
  `ledger party cust customer emp employee applicant app nominee insured insurer user client guardian father
  mother spouse husband wife owner agent vendor supplier buyer seller member patient student parent borrower guarantor holder
  alt alternate sec secondary primary home office work resi res reg registered company firm business dealer staff driver
  contact person billing shipping delivery sender receiver recipient payee payer consignee consignor proposer policyholder
  kyc my your new old`.trim();

export const OWNED = {
  phone:
    'mobile mobileno mobilenumber mob phone phoneno phonenumber tel telephone cell contact contactno whatsapp landline',
  aadhaar: 'aadhaar aadhaarno aadhar aadharno uid',
  pan: 'pan panno pancard pannumber',
  gstin: 'gstin gst gstno gstnumber gstinno',
  card: 'cardno cardnumber',
  email: 'email emailid mail',
} as const;

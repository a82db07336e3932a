import type { ledger as en } from '../en/ledger.ts';

/** Texts in Hindi: the Ledger page. */
export const ledger: Readonly<Record<keyof typeof en, string>> = {
  'ledger.title': 'इसी ब्राउज़र में प्रमाण',
  'ledger.intro':
    'यह पृष्ठ सेवा पर भरोसा किए बिना बहीखाते की पंक्तियाँ जाँचता है: हर हैश आपका ब्राउज़र निकालता है और हस्ताक्षर आपकी लाई हुई कुंजी से जाँचा जाता है।',
  'ledger.ref': 'बहीखाते का संदर्भ',
  'ledger.fetch': 'रसीद लाएँ',
  'ledger.noReceipt': 'अभी कोई चेकपॉइंट इन पंक्तियों पर नहीं है। अगला होगा।',
  'ledger.receipt': 'रसीद',
  'ledger.key': 'लॉग की सार्वजनिक कुंजी',
  'ledger.keyHelp':
    'इसे अपने अभिलेखों से लें, जहाँ किसी ने इसे “चेकपॉइंट और साक्षी” पृष्ठ से लेकर रखा था: name+id+base64। इस सेवा से ली गई कुंजी कुछ सिद्ध नहीं करती।',
  'ledger.check': 'यहीं जाँचें',
  'ledger.findings': 'आपके ब्राउज़र ने क्या पाया',
  'ledger.signed': 'इस कुंजी ने {size} पंक्तियों वाले इस चेकपॉइंट पर हस्ताक्षर किए हैं।',
  'ledger.allHold.one': '{count} पंक्ति असली है।',
  'ledger.allHold.other': 'सभी {count} पंक्तियाँ असली हैं।',
  'ledger.someForged.one': '{count} पंक्ति जाली है।',
  'ledger.someForged.other': '{count} पंक्तियाँ जाली हैं।',
  'ledger.rowHolds': 'हैश पाठ से मेल खाता है और मार्ग हस्ताक्षरित मूल तक पहुँचता है।',
  'ledger.impossible':
    'यह ब्राउज़र जाँच नहीं कर सका, इसलिए न कुछ सिद्ध हुआ, न खंडित। जाँच के लिए WebCrypto में Ed25519 और https चाहिए।',
  'ledger.faultReceipt': 'यह रसीद नहीं है।',
  'ledger.faultKey': 'यह किसी लॉग की सार्वजनिक कुंजी नहीं है, या इसकी आईडी मेल नहीं खाती।',
  'ledger.faultSignature': 'जाली: इस कुंजी ने इस चेकपॉइंट पर हस्ताक्षर नहीं किए।',
  'ledger.faultLog': 'जाली: चेकपॉइंट किसी दूसरे लॉग का है।',
  'ledger.faultHash': 'जाली: हैश पंक्ति के पाठ से मेल नहीं खाता।',
  'ledger.faultColumns': 'जाली: पंक्ति किसी दूसरी टीम, संदर्भ या स्थान की है।',
  'ledger.faultPath': 'जाली: पंक्ति उस वृक्ष में नहीं है जिस पर हस्ताक्षर हुए।',
  'ledger.prove': 'इन पंक्तियों को इसी ब्राउज़र में सिद्ध करें',
};

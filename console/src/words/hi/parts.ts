import type { parts as en } from '../en/parts.ts';

/** Texts in Hindi: parts that several pages share, and names of their codes. */
export const parts: Readonly<Record<keyof typeof en, string>> = {
  'app.records': 'अभिलेख',
  'app.safety': 'सुरक्षा',
  'app.rules': 'नियम',
  'app.settings': 'सेटिंग',
  'part.yes': 'हाँ: {act}',
  'part.no': 'नहीं, वापस जाएँ',
  'part.once': 'यह केवल एक बार दिखता है। अभी सुरक्षित रख लें।',
  'part.copy': 'कॉपी करें',
  'part.copied': 'कॉपी हो गया',
  'part.kept': 'मैंने इसे रख लिया है',
  'part.save': 'सहेजें',
  'part.saved': 'सहेजा गया।',
  'part.all': 'सभी',
  'part.name': 'नाम',
  'part.state': 'स्थिति',
  'part.created': 'बनाया गया',
  'part.never': 'कभी नहीं',
  'part.do': 'कार्रवाई',
  'part.from': 'से',
  'part.to': 'तक',
  'part.csv': 'CSV के रूप में डाउनलोड करें',
  'actor.person': 'व्यक्ति',
  'actor.key': 'कुंजी',
  'actor.service': 'सेवा',
};

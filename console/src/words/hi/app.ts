import type { app as en } from '../en/app.ts';

/** Texts in Hindi: the frame of all pages, errors, and the sign-in. */
export const app: Readonly<Record<keyof typeof en, string>> = {
  'app.skip': 'सामग्री पर जाएँ',
  'app.menu': 'पृष्ठ',
  'app.language': 'भाषा',
  'app.signOut': 'साइन आउट',
  'app.loading': 'लोड हो रहा है…',
  'app.retry': 'फिर कोशिश करें',
  'app.more': 'और दिखाएँ',
  'app.earlier': 'पहले के दिखाएँ',
  'app.none': '–',
  'app.notFound': 'ऐसा कोई पृष्ठ नहीं है।',
  'app.home': 'मुखपृष्ठ',
  'app.runs': 'रन',
  'app.reviews': 'समीक्षाएँ',
  'app.ledger': 'बहीखाता',
  'error.offline': 'सेवा से उत्तर नहीं मिल रहा। नेटवर्क जाँचें और फिर कोशिश करें।',
  'error.forbidden': 'आपकी भूमिकाओं में इसकी अनुमति नहीं है।',
  'error.notFound': 'आपकी टीम में इस आईडी का कुछ नहीं है।',
  'error.busy': 'बहुत अधिक अनुरोध हुए। एक मिनट रुककर फिर कोशिश करें।',
  'error.failed': 'सेवा यह नहीं कर सकी: {detail}',
  'signedOut.title': 'आप साइन आउट हैं',
  'signedOut.text':
    'अपनी टीम का काम देखने के लिए साइन इन करें। 30 मिनट तक कोई अनुरोध न होने पर सत्र समाप्त हो जाता है।',
  'signedOut.link': 'पहचान प्रदाता न हो तो अपने प्रशासक से साइन-इन लिंक माँगें।',
  'signedOut.signIn': 'साइन इन करें',
  'app.drop': 'फ़ाइलें यहाँ छोड़ें या चुनें।',
};

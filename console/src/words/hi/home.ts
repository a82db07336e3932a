import type { home as en } from '../en/home.ts';

/** Texts in Hindi: the home page. */
export const home: Readonly<Record<keyof typeof en, string>> = {
  'home.title': 'मुखपृष्ठ',
  'home.waiting': 'लोगों की प्रतीक्षा में',
  'home.waitingNone': 'कोई समीक्षा प्रतीक्षा में नहीं है।',
  'home.waitingCount.one': '{count} समीक्षा प्रतीक्षा में है।',
  'home.waitingCount.other': '{count} समीक्षाएँ प्रतीक्षा में हैं।',
  'home.waitingMany': '{count} से अधिक समीक्षाएँ प्रतीक्षा में हैं।',
  'home.running': 'अभी चल रहे',
  'home.runningNone': 'कुछ नहीं चल रहा है।',
  'home.ledger': 'बहीखाता',
  'home.chainHolds': 'शृंखला अखंड है।',
  'home.chainBroken': 'शृंखला पंक्ति {seq} से टूटी हुई है।',
  'home.chainRows.one': 'पिछले चेकपॉइंट के बाद की {count} पंक्ति जाँची गई',
  'home.chainRows.other': 'पिछले चेकपॉइंट के बाद की {count} पंक्तियाँ जाँची गईं',
  'home.checkpoint': 'पिछला चेकपॉइंट: {ago}, {size} पंक्तियों पर',
  'home.checkpointNone': 'अभी तक किसी चेकपॉइंट पर हस्ताक्षर नहीं हुआ है।',
  'home.allRuns': 'सभी रन',
  'home.allReviews': 'सभी समीक्षाएँ',
};

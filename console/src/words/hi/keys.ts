import type { keys as en } from '../en/keys.ts';

/** Texts in Hindi: API keys. */
export const keys: Readonly<Record<keyof typeof en, string>> = {
  'keys.title': 'API कुंजियाँ',
  'keys.none': 'कोई कुंजी नहीं है।',
  'keys.prefix': 'आरंभ',
  'keys.scopes': 'अधिकार',
  'keys.ends': 'समाप्ति',
  'keys.used': 'पिछला उपयोग',
  'keys.issue': 'कुंजी जारी करें',
  'keys.days': 'समाप्ति तक दिन; ख़ाली: कभी नहीं',
  'keys.create': 'जारी करें',
  'keys.key': 'कुंजी',
  'keys.revoke': 'रद्द करें',
  'keys.revokeSure': 'यह कुंजी रद्द करें? इसे उपयोग करने वाले प्रोग्राम पाँच सेकंड में रुक जाएँगे।',
  'keys.rotate': 'बदलें',
  'keys.rotateSure': 'यह कुंजी बदलें? पुरानी 24 घंटे और चलेगी।',
  'keys.active': 'सक्रिय',
  'keys.revoked': 'रद्द',
  'keys.expired': 'समाप्त',
  'keys.choose': 'कम से कम एक अधिकार चुनें।',
};

import type { recordValues as en } from '../en/record-values.ts';

/** Texts in Hindi: values of records. */
export const recordValues: Readonly<Record<keyof typeof en, string>> = {
  'yesNo.true': 'हाँ',
  'yesNo.false': 'नहीं',
  'value.active': 'सक्रिय',
  'value.lapsed': 'व्यपगत',
  'value.cancelled': 'रद्द',
  'value.locked': 'बंद',
  'value.fraud_hold': 'धोखाधड़ी के कारण रुका',
  'value.closed': 'समाप्त',
  'value.queued': 'क़तार में',
  'value.held': 'रुका हुआ',
  'value.withdrawn': 'वापस लिया',
  'value.paid': 'चुकाया',
  'value.failed': 'विफल',
  'value.sent': 'भेजा',
  'value.approve': 'स्वीकार',
  'value.escalate': 'व्यक्ति को सौंपा',
  'value.resolved': 'हल हुआ',
  'value.with_person': 'व्यक्ति के पास',
  'value.device_alert': 'उपकरण चेतावनी',
  'value.text_message': 'संदेश',
};

import type { Vertical } from './definition.ts';

export const voice: Vertical = {
  id: 'voice',
  title: 'Inbound call handling',
  description:
    'Verifies a caller by phone number and one-time code, reports the policy status, and changes the address once it is confirmed.',
  preview: true,
  rules: 'voice-rules@3',
  decisions: ['completed', 'escalate'],
  escalation: { subject: 'call', options: ['resolve', 'send_back', 'refer'] },
  members: [
    {
      name: 'id',
      description: 'Call reference; the same reference again is the same call',
      sample: 'CALL-SAMPLE-1',
    },
    { name: 'caller', description: 'Name that the caller gives', sample: 'Kavita Sample' },
    { name: 'phone', description: 'Number from which the caller is calling', sample: '+91 98765 43210' },
    { name: 'policy', description: 'Policy number that the call is about', sample: 'HI-1010' },
    { name: 'otp', description: 'One-time code; also read as `one_time_code` or `code`', sample: '482913' },
    {
      name: 'address',
      description: 'New address, with its PIN code',
      sample: '14 Lake View Road, Bengaluru, Karnataka 560038',
    },
    { name: 'readback', description: 'The address as it was read back to the caller' },
    { name: 'confirmed', description: 'yes if the caller confirmed the read-back', sample: 'yes' },
  ],
  sample: {
    id: 'CALL-SAMPLE-1',
    caller: 'Kavita Sample',
    phone: '+91 98765 43210',
    policy: 'HI-1010',
    otp: '482913',
    address: '14 Lake View Road, Bengaluru, Karnataka 560038',
    readback: '14 Lake View Road, Bengaluru, Karnataka 560038',
    confirmed: 'yes',
  },
  egress: { url: 'https://maps.autocomplete.example/v1/places', purpose: 'maps autocomplete' },
  // prettier-ignore
  steps: [
    { n: 1, action: 'call.start', effect: 'inbound call routed to the voice agent', governance: 'none', class: 'pure' },
    { n: 2, action: 'kyc.verify', effect: 'verify caller by phone number and one-time code', governance: 'phone masked', class: 'records' },
    { n: 3, action: 'db.query', effect: 'answer policy status', governance: 'none', class: 'pure' },
    { n: 4, action: 'db.write', effect: "update the caller's address after read-back and confirmation", governance: 'none', class: 'records' },
    { n: 5, action: 'egress.block', effect: 'maps autocomplete API attempted', governance: 'blocked', class: 'pure' },
    { n: 6, action: 'agent.decision', effect: 'wrap up, send a text-message confirmation', governance: 'none', class: 'records' },
  ],
  // prettier-ignore
  live: {
    identifiers: 'masked',
    hidden: ['otp'],
    steps: { read_case: [1], verify_identity: [2], look_up_records: [3], call_outside: [], decide: [], write_record: [4, 6] },
    before: {
      verify_identity: ['read_case'],
      look_up_records: ['verify_identity'],
      decide: ['read_case', 'verify_identity', 'look_up_records'],
      write_record: ['decide'],
    },
    decisiveStep: 3,
    // Step 4 changes the address only if step 3 answered the caller, so a hand-over leaves everything unchanged.
    onHandOver: { answered: false },
  },
};

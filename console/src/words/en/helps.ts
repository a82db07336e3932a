/**
 * Texts in English: the start page's explanations of verticals and the members of their cases. They repeat
 * the API's descriptions.
 */
export const helps = {
  'vertical-help.kyc':
    'Verifies the identity behind a claim, checks the claim against the policy, scores its risk, and approves or escalates it.',
  'vertical-help.it':
    'Classifies an incident by its signs, applies the published fix for its class, verifies the recovery and closes the ticket.',
  'vertical-help.support':
    'Matches the customer with the account on file and restores access, or hands the ticket to a person.',
  'vertical-help.voice':
    'Verifies a caller by phone number and one-time code, reports the policy status, and changes the address once it is confirmed.',
  'help.kyc.id': 'Claim number; the same number again is a resubmission',
  'help.kyc.applicant': 'Name of the insured person',
  'help.kyc.pan': 'Permanent Account Number',
  'help.kyc.aadhaar': 'Aadhaar number, with or without spaces',
  'help.kyc.policy': 'Policy number',
  'help.kyc.amount': 'Claimed amount in rupees, as people write it',
  'help.kyc.admission': 'Date of admission',
  'help.kyc.discharge': 'Date of discharge',
  'help.kyc.diagnosis': 'Diagnosis: a code or its name',
  'help.kyc.hospital': 'Name of the hospital, looked up in the network list',
  'help.kyc.network': 'false if the hospital is known to be outside the network',
  'help.kyc.accident': 'true if the admission follows an accident',
  'help.kyc.room_rent': 'Room rent per day, in rupees',
  'help.kyc.items':
    "The bill's lines: head, and unit price, quantity, net; adjudicated if the policy has a product",
  'help.kyc.claim_form': 'Text of the claim form; "Label: value" lines fill members that are missing',
  'help.kyc.discharge_summary': 'Text of the discharge summary, read the same way',
  'help.it.id': 'Ticket number',
  'help.it.host': 'Name of the affected host',
  'help.it.severity': 'P1 to P4, or words such as critical, high, low',
  'help.it.symptom': 'The observed symptom',
  'help.it.evidence': 'Log lines or command output; also read as `logs` or `log`',
  'help.support.id': 'Ticket number; the same number again is the same ticket',
  'help.support.customer': "The customer's name, or the email address on file",
  'help.support.pan': 'Permanent Account Number on file',
  'help.support.email': 'Email address on file; matched if given',
  'help.support.account': 'Account number',
  'help.support.issue': "The customer's request",
  'help.voice.id': 'Call reference; the same reference again is the same call',
  'help.voice.caller': 'Name that the caller gives',
  'help.voice.phone': 'Number from which the caller is calling',
  'help.voice.policy': 'Policy number that the call is about',
  'help.voice.otp': 'One-time code; also read as `one_time_code` or `code`',
  'help.voice.address': 'New address, with its PIN code',
  'help.voice.readback': 'The address as it was read back to the caller',
  'help.voice.confirmed': 'yes if the caller confirmed the read-back',
} as const;

/** Texts in English: the Ledger page. */
export const ledger = {
  'ledger.title': 'Proof in this browser',
  'ledger.intro':
    'This page checks rows of the ledger without trusting the service: your browser calculates every hash, and a key that you bring checks the signature.',
  'ledger.ref': 'Ledger reference',
  'ledger.fetch': 'Fetch the receipt',
  'ledger.noReceipt': 'No checkpoint covers these rows yet. The next one will.',
  'ledger.receipt': 'Receipt',
  'ledger.key': 'Public key of the log',
  'ledger.keyHelp':
    'Take it from your own records, where somebody kept it from the page “Checkpoints and witnesses”: name+id+base64. A key from this service proves nothing.',
  'ledger.check': 'Check it here',
  'ledger.findings': 'What your browser found',
  'ledger.signed': 'The key signed this checkpoint over {size} rows.',
  'ledger.allHold.one': '{count} row is genuine.',
  'ledger.allHold.other': 'All {count} rows are genuine.',
  'ledger.someForged.one': '{count} row is forged.',
  'ledger.someForged.other': '{count} rows are forged.',
  'ledger.rowHolds': 'Its hash matches its text, and its path leads to the signed root.',
  'ledger.impossible':
    'This browser could not check it, so nothing is proven either way. The check needs Ed25519 in WebCrypto, and https.',
  'ledger.faultReceipt': 'This is not a receipt.',
  'ledger.faultKey': "This is not a log's public key, or its id does not match.",
  'ledger.faultSignature': 'Forged: this key did not sign this checkpoint.',
  'ledger.faultLog': 'Forged: the checkpoint belongs to another log.',
  'ledger.faultHash': 'Forged: the hash does not match the text of the row.',
  'ledger.faultColumns': 'Forged: the row belongs to another team, reference or position.',
  'ledger.faultPath': 'Forged: the row is not in the tree that was signed.',
  'ledger.prove': 'Prove these rows in this browser',
} as const;

import { describe, expect, it } from 'vitest';
import { extractFrom } from '../../../helpers/extraction.ts';

describe('The redacted copy of a document', () => {
  it('the copy masks every repeat of an identifier, in any format', () => {
    const { redacted } = extractFrom(
      'Aadhaar: 2345 6789 1238\nref x234567891238y (2345)(6789)(1238) 2345/6789/1238\nPAN: ABCPK1234L file xABCPK1234Ly.pdf',
    );
    expect(redacted).toBe(
      'Aadhaar: XXXX XXXX 1238\nref xXXXXXXXX1238y (XXXX)(XXXX)(1238) XXXX/XXXX/1238\nPAN: ABXXXXXXXL file xABXXXXXXXLy.pdf',
    );
    expect(extractFrom(redacted).redacted).toBe(redacted);
  });

  it('the copy masks repeats of a labelled value that fails its check', () => {
    const { redacted } = extractFrom('Aadhaar Number: 2345 6789 1239\nscan_234567891239_1.png');
    expect(redacted).not.toMatch(/2345|6789/);
  });

  it('the copy masks repeats of the account number in a bank letter', () => {
    const { redacted } = extractFrom(
      'Account Number: 123456789012\nIFSC: HDFC0001234\nstatement-x123456789012.pdf',
    );
    expect(redacted).not.toContain('12345678');
    expect(redacted).toContain('HDFC0001234');
  });
});

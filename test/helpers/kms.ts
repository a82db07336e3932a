import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KMS_ACCESS = { id: 'AKIAMADEUP', secret: 'made-up-secret', region: 'ap-south-1' } as const;

export interface Kms {
  readonly url: string;
  /** Makes the next calls fail with a status, before any of them is carried out. */
  readonly fail: (statuses: readonly number[]) => void;
  /** Adds a version to the wrapping key, as KMS does once a year. */
  readonly rotate: () => void;
  readonly close: () => Promise<void>;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Computes the signature (AWS Signature Version 4) that a request should have. */
const signatureOf = ({ headers, method = '' }: IncomingMessage, body: string, names: string): string => {
  const date = String(headers['x-amz-date']);
  const scope = `${date.slice(0, 8)}/${KMS_ACCESS.region}/kms/aws4_request`;
  const canonical = [
    method,
    '/',
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const key = [date.slice(0, 8), KMS_ACCESS.region, 'kms', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${KMS_ACCESS.secret}`,
  );
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex');
};

const isSigned = (request: IncomingMessage, body: string): boolean => {
  const [, names = '', signature] =
    /SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(request.headers.authorization ?? '') ?? [];
  return (
    request.headers.authorization?.includes(`Credential=${KMS_ACCESS.id}/`) === true &&
    signature === signatureOf(request, body, names)
  );
};

/** Starts a server that speaks the protocol of AWS KMS for one symmetric key, `alias/pramaan`, and checks signatures. */
export const startKms = async (): Promise<Kms> => {
  const versions = [randomBytes(32)];
  let failures: number[] = [];
  const actions: Readonly<Record<string, (input: Record<string, string>) => object>> = {
    'TrentService.Encrypt': ({ Plaintext = '' }) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', versions.at(-1)!, nonce);
      const bytes = Buffer.concat([cipher.update(Plaintext, 'base64'), cipher.final(), cipher.getAuthTag()]);
      return {
        CiphertextBlob: Buffer.concat([Buffer.from([versions.length - 1]), nonce, bytes]).toString('base64'),
      };
    },
    'TrentService.Decrypt': ({ CiphertextBlob = '' }) => {
      const blob = Buffer.from(CiphertextBlob, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', versions[blob[0]!]!, blob.subarray(1, 13));
      decipher.setAuthTag(blob.subarray(-16));
      return {
        Plaintext: Buffer.concat([decipher.update(blob.subarray(13, -16)), decipher.final()]).toString(
          'base64',
        ),
      };
    },
  };
  const answer = (request: IncomingMessage, body: string): readonly [status: number, answer: object] => {
    const failure = failures.shift();
    if (failure !== undefined) return [failure, { __type: 'KMSInternalException' }];
    if (!isSigned(request, body)) return [400, { __type: 'InvalidSignatureException' }];
    const input = JSON.parse(body) as Record<string, string>;
    if (input['KeyId'] !== 'alias/pramaan') return [400, { __type: 'NotFoundException' }];
    try {
      return [200, actions[String(request.headers['x-amz-target'])]!(input)];
    } catch {
      return [400, { __type: 'InvalidCiphertextException' }];
    }
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const [status, sent] = answer(request, body);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(sent));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    fail: (statuses) => (failures = [...statuses]),
    rotate: () => versions.push(randomBytes(32)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../lib/is-same-secret.ts';

/** The methods of signatures that hubs may use (WebSub, 7.1), the best first. */
const methods = ['sha512', 'sha384', 'sha256', 'sha1'] as const;

/** The result of a check: `none` if the signature is missing, of an unknown method, or not by the secret. */
export type Signed = 'none' | 'sha1' | 'better';

const SIGNATURE = /^(sha\d{1,3})=([0-9a-f]{40,128})$/;

/**
 * Checks the `X-Hub-Signature` of a body in constant time. Of several signatures only the one by the best method counts, so
 * that nobody can get by with a weaker one.
 */
export const signatureOf = (header: string | undefined, body: Uint8Array, secret: string): Signed => {
  const given = new Map(
    (header ?? '')
      .slice(0, 1000)
      .toLowerCase()
      .split(/[,\s]/)
      .flatMap((text): [string, string][] => {
        const [, method, hex] = SIGNATURE.exec(text) ?? [];
        return method === undefined || hex === undefined ? [] : [[method, hex]];
      }),
  );
  const method = methods.find((each) => given.has(each));
  if (method === undefined) return 'none';
  const expected = createHmac(method, secret).update(body).digest('hex');
  if (!isSameSecret(given.get(method) ?? '', expected)) return 'none';
  return method === 'sha1' ? 'sha1' : 'better';
};

import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';

/** Reads the TXT records at a name, each as one text; none if there are none. Throws if no name server answers. */
export type ReadTexts = (name: string) => Promise<string[]>;

/** A result by the words of RFC 8601, 2.7.1, with the domain that signed. */
export type DkimResult = {
  result: 'none' | 'pass' | 'fail' | 'neutral' | 'permerror' | 'temperror';
  domain: string | null;
};

/** Signatures of a mail that are looked at, since each costs a name server and a signature's work. */
const MOST_SIGNATURES = 4;
/** The fewest bits of a key (RFC 8301, 3.2). */
const LEAST_BITS = 1024;

type Tags = ReadonlyMap<string, string>;

/** Reads a list of tags (RFC 6376, 3.2). */
const tagsIn = (text: string): Tags =>
  new Map(
    text.split(';').flatMap((tag): [string, string][] => {
      const at = tag.indexOf('=');
      return at === -1 ? [] : [[tag.slice(0, at).trim(), tag.slice(at + 1).trim()]];
    }),
  );

const bare = (text: string | undefined): string => (text ?? '').replace(/\s+/g, '');

type Header = { name: string; raw: string };

/** Splits a mail with lines that end in CRLF into its headers, as they are written, and its body. */
const split = (mail: string): { headers: Header[]; body: string } => {
  const end = mail.indexOf('\r\n\r\n');
  const head = end === -1 ? mail : mail.slice(0, end);
  const headers = head
    .split(/\r\n(?![ \t])/)
    .map((raw) => ({ name: raw.split(':', 1)[0]?.trim().toLowerCase() ?? '', raw }));
  return { headers, body: end === -1 ? '' : mail.slice(end + 4) };
};

/** Returns a header in its canonical form (RFC 6376, 3.4.1 and 3.4.2), without the end of its line. */
const headerIn = (form: string, { name, raw }: Header): string =>
  form === 'simple'
    ? raw
    : `${name}:${raw
        .slice(raw.indexOf(':') + 1)
        .replaceAll('\r\n', '')
        .replace(/[ \t]+/g, ' ')
        .trim()}`;

const withoutEmptyEnd = (lines: string[]): string[] => {
  let length = lines.length;
  while (length > 0 && lines[length - 1] === '') length -= 1;
  return lines.slice(0, length);
};

/** Returns the body in its canonical form (RFC 6376, 3.4.3 and 3.4.4). */
const bodyIn = (form: string, body: string): string => {
  const lines = body.split('\r\n');
  const even =
    form === 'simple' ? lines : lines.map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const kept = withoutEmptyEnd(even);
  return kept.length === 0 ? (form === 'simple' ? '\r\n' : '') : `${kept.join('\r\n')}\r\n`;
};

/** Returns what is signed: the named headers, each from the last one up, and the signature's own without its value. */
const signedText = (
  form: string,
  headers: readonly Header[],
  signature: Header,
  names: readonly string[],
): string => {
  const rest = headers.toReversed();
  const named = names.flatMap((name) => {
    const at = rest.findIndex((header) => header.name === name);
    return at === -1 ? [] : rest.splice(at, 1).map((header) => `${headerIn(form, header)}\r\n`);
  });
  const own = { ...signature, raw: signature.raw.replace(/([;:\s]b\s*=)[^;]*/, '$1') };
  return named.join('') + headerIn(form, own);
};

/** Returns the key of a record (RFC 6376, 3.6.1; RFC 8463, 4); null for one that is revoked or none. */
const keyIn = (record: string): KeyObject | null => {
  const tags = tagsIn(record);
  const data = Buffer.from(bare(tags.get('p')), 'base64');
  if (data.length === 0 || (tags.get('v') ?? 'DKIM1') !== 'DKIM1') return null;
  try {
    return tags.get('k') === 'ed25519'
      ? createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: data.toString('base64url') }, format: 'jwk' })
      : createPublicKey({ key: data, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
};

const isSigned = (algorithm: string, key: KeyObject, text: string, value: Buffer): boolean => {
  const bytes = Buffer.from(text, 'latin1');
  if (algorithm === 'ed25519-sha256')
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, createHash('sha256').update(bytes).digest(), key, value)
    );
  const isLong = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS;
  return key.asymmetricKeyType === 'rsa' && isLong && verify('sha256', bytes, key, value);
};

const judge = async (
  { headers, body }: ReturnType<typeof split>,
  signature: Header,
  readTexts: ReadTexts,
  now: Date,
): Promise<DkimResult> => {
  const tags = tagsIn(signature.raw.slice(signature.raw.indexOf(':') + 1));
  const domain = bare(tags.get('d')).toLowerCase() || null;
  const is = (result: DkimResult['result']): DkimResult => ({ result, domain });
  const names = bare(tags.get('h')).toLowerCase().split(':');
  const algorithm = bare(tags.get('a'));
  const selector = bare(tags.get('s'));
  const [headerForm = 'simple', bodyForm = 'simple'] = (bare(tags.get('c')) || 'simple/simple').split('/');
  const isComplete = tags.get('v') === '1' && names.includes('from') && domain !== null && selector !== '';
  if (!isComplete || !/^(?:rsa|ed25519)-sha256$/.test(algorithm)) return is('permerror');
  // Of two senders the signed one need not be the one that is shown.
  if (headers.filter(({ name }) => name === 'from').length > 1) return is('neutral');
  // A signature over a part of the body says nothing about the rest of it.
  if (tags.has('l') || Number(tags.get('x')) * 1000 < now.getTime()) return is('neutral');
  const hash = createHash('sha256').update(bodyIn(bodyForm, body), 'latin1').digest('base64');
  if (hash !== bare(tags.get('bh'))) return is('fail');
  const records = await readTexts(`${selector}._domainkey.${domain}`).catch(() => null);
  if (records === null) return is('temperror');
  const key = records.map(keyIn).find((each) => each !== null);
  if (key === undefined) return is('permerror');
  const text = signedText(headerForm, headers, signature, names);
  return is(isSigned(algorithm, key, text, Buffer.from(bare(tags.get('b')), 'base64')) ? 'pass' : 'fail');
};

/**
 * Returns what the signatures of a mail say (DKIM, RFC 6376 and 8463): the first that passes, otherwise the first. `bytes` is the
 * mail as it came by SMTP. Never throws.
 */
export const checkDkim = async (bytes: Uint8Array, readTexts: ReadTexts, now: Date): Promise<DkimResult> => {
  const mail = split(Buffer.from(bytes).toString('latin1'));
  const signatures = mail.headers.filter(({ name }) => name === 'dkim-signature').slice(0, MOST_SIGNATURES);
  const results: DkimResult[] = [];
  for (const signature of signatures) results.push(await judge(mail, signature, readTexts, now));
  return results.find(({ result }) => result === 'pass') ?? results[0] ?? { result: 'none', domain: null };
};

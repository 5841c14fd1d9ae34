import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto';

/** Returns the text of a message of one record of `aes128gcm`, as a browser does (RFC 8291, RFC 8188). */
export const decryptPush = (body: Buffer, keys: ECDH, auth: Buffer): string => {
  const [salt, own] = [body.subarray(0, 16), body.subarray(21, 21 + body.readUInt8(20))];
  const record = body.subarray(21 + own.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), own]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(own), auth, info, 32));
  const derived = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
  const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
};

/** Returns the claims of a request to a push service, whose signature must be of the key that it names (RFC 8292). */
export const verifiedClaims = (authorization: string, key: string): Record<string, unknown> => {
  const [, head = '', claims = '', signature = '', named = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(named, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight || named !== key) throw new Error('the signature is not of this key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<string, unknown>;
};

/** Makes the subscription of a browser, with what it decrypts messages by. */
export const newSubscription = (address: string) => {
  const keys = createECDH('prime256v1');
  const p256dh = keys.generateKeys('base64url');
  const auth = randomBytes(16);
  return {
    channel: { kind: 'push' as const, address, p256dh, auth: auth.toString('base64url') },
    read: (body: Buffer): unknown => JSON.parse(decryptPush(body, keys, auth)),
  };
};

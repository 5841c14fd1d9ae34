import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
  type ECDH,
} from 'node:crypto';
import { repositoryUrl } from '../lib/version.ts';
import type { OutboundRequest } from '../web/guard/guarded-fetch.ts';

/** Bytes of a record, of which a message has one. Push services take 4,096 bytes (RFC 8030, 7.2). */
const RECORD_BYTES = 4096;
/** The most bytes of a message: a record without header (86), tag (16) and delimiter (1). */
export const MOST_PUSH_BYTES = RECORD_BYTES - 103;
/** Seconds for which a push service keeps a message for a device that is off. */
const KEPT_SECONDS = 86_400;
/** Seconds for which the signature of a request is valid; at most a day (RFC 8292, 2). */
const SIGNED_SECONDS = 12 * 3600;

/** The subscription of a browser. */
export type Subscription = { address: string; p256dh: string; auth: string };

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/**
 * Encrypts a message for one browser, in one record of `aes128gcm` (RFC 8291 and RFC 8188). Without `own` and `salt` it takes
 * new ones, as it must for each message.
 */
export const encryptPush = (
  message: Uint8Array,
  { p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>,
  { own = newKeys(), salt = randomBytes(16) }: { own?: ECDH; salt?: Uint8Array } = {},
): Buffer => {
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = own.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(own.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The delimiter 2 says that this record is the last one.
  const record = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(2)), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, record, cipher.getAuthTag()]);
};

const newKeys = (): ECDH => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return keys;
};

/** Returns the keys with which a reader's messages are signed, which follow from the secret of the reader's item. */
const signingKeys = (secret: string): ECDH => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(createHmac('sha256', secret).update('vapid').digest());
  return keys;
};

/** Returns the public key that a browser subscribes with, in base64url. */
export const pushKeyOf = (secret: string): string => signingKeys(secret).getPublicKey('base64url');

/** Returns the header by which a push service knows that the sender is the one that the browser subscribed with (RFC 8292). */
const authorizationOf = (address: string, secret: string, now: Date): string => {
  const keys = signingKeys(secret);
  const point = keys.getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: keys.getPrivateKey('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aud: new URL(address).origin,
    exp: Math.floor(now.getTime() / 1000) + SIGNED_SECONDS,
    sub: repositoryUrl,
  };
  const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${point.toString('base64url')}`;
};

/** Returns the request that sends a message, as JSON, to a browser. */
export const pushRequest = (
  subscription: Subscription,
  message: unknown,
  { secret, now }: { secret: string; now: Date },
): OutboundRequest => ({
  url: subscription.address,
  method: 'POST',
  headers: {
    authorization: authorizationOf(subscription.address, secret, now),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEPT_SECONDS),
  },
  body: encryptPush(Buffer.from(JSON.stringify(message)), subscription),
});

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** The length of a nonce in bytes, and of a tag (NIST SP 800-38D). */
const [NONCE, TAG] = [12, 16];

/**
 * Encrypts a text with AES-256-GCM and a random nonce. `key` is 32 bytes in base64. `about` is what the text belongs to: it is not
 * part of the result, and the text cannot be read again with another one. The result is nonce, tag, encrypted text.
 */
export const seal = (key: string, text: string, about: string): Uint8Array => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'base64'), nonce);
  cipher.setAAD(Buffer.from(about));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
};

/** Returns the text that `seal` was given; null with another key, for something else, or if a byte was changed. */
export const unseal = (key: string, sealed: Uint8Array, about: string): string | null => {
  if (sealed.length < NONCE + TAG) return null;
  const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'base64'), sealed.subarray(0, NONCE));
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};

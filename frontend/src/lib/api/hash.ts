/**
 * Returns the SHA-256, in hex, of bytes or of a text in UTF-8. Null if the browser offers no Web Crypto, as on plain
 * http outside loopback. CloudFront, which needs the hash, is never reached that way.
 */
export const sha256Hex = async (data: string | Uint8Array): Promise<string | null> => {
  if (!globalThis.isSecureContext && typeof window !== 'undefined') return null;
  const digest = await crypto.subtle.digest(
    'SHA-256',
    typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data),
  );
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Hex SHA-256 of bytes, or of a text's in UTF-8. Null where the browser has no subtle crypto: on plain http other than
 * loopback, where no signing distribution stands before the server either.
 */
export const sha256Hex = async (data: string | Uint8Array): Promise<string | null> => {
  if (!globalThis.isSecureContext && typeof window !== 'undefined') return null;
  const digest = await crypto.subtle.digest(
    'SHA-256',
    typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data),
  );
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/**
 * Hex SHA-256 of the text's UTF-8 bytes. Null where the browser has no subtle crypto: on plain http other than
 * loopback, where no signing distribution stands before the server either.
 */
export const sha256Hex = async (text: string): Promise<string | null> => {
  if (!globalThis.isSecureContext && typeof window !== 'undefined') return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

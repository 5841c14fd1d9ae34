/**
 * Returns a hash of 32 well-mixed bits as a signed integer, which the engine keeps without an object: FNV-1a over UTF-16 units, then the finaliser of MurmurHash3, because FNV alone
 * mixes the bits of short names badly.
 */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash);
};

/** Returns a hash of two hashes in this order. */
export const hashPair = (first: number, second: number): number =>
  mixed(Math.imul(first, 0x9e3779b1) ^ second);

const mixed = (bits: number): number => {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
};

/*
 * The reader's own keys, on this device. A deed is named by the key that Omomi gives it.
 */

/** The deeds whose key can be another one, by their keys in Omomi. */
export const deeds: readonly string[] = 'j k n p o v m s t h l + - A K J z u / r ?'.split(' ');

/** The reader's key of each deed that has another one than Omomi's. */
export type OwnKeys = Readonly<Record<string, string>>;

export const setNames = ['omomi', 'feedly', 'inoreader', 'gmail', 'vim'] as const;
export type KeySet = (typeof setNames)[number];

/** The keys of other programs, where they differ. */
export const keySets: Readonly<Record<KeySet, OwnKeys>> = {
  omomi: {},
  feedly: { t: 'l', l: 'a' },
  inoreader: { s: 'f', '+': 'l', l: 'a' },
  gmail: { m: 'e', t: 'l', l: 'a', '-': '#' },
  vim: { u: 'h', o: 'l', h: 'V', l: 'a' },
};

/** Checks if a key can be a reader's: one letter, digit or sign. */
export const isPlainKey = (key: string): boolean => key.length === 1 && key.trim() !== '';

/** Reads stored keys. What is damaged or unknown is left out. Never throws. */
export const parseKeys = (text: string | null): OwnKeys => {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    if (typeof parsed !== 'object' || parsed === null) return {};
    const entries = Object.entries(parsed).filter(
      ([deed, key]) => deeds.includes(deed) && typeof key === 'string' && isPlainKey(key),
    );
    // A key does one thing: the first that has it.
    return Object.fromEntries(
      entries.filter(([, key], at) => entries.findIndex(([, other]) => other === key) === at),
    );
  } catch {
    return {};
  }
};

/** Returns the deed that a key does for the reader; null if the key is none of theirs, and does what it does in Omomi. */
export const deedOf = (keys: OwnKeys, key: string): string | null =>
  deeds.find((deed) => keys[deed] === key) ?? null;

/** Returns the key of a deed; null if the reader gave its key to another one. */
export const keyOf = (keys: OwnKeys, deed: string): string | null =>
  keys[deed] ?? (deedOf(keys, deed) === null ? deed : null);

/** Returns the keys with another one for a deed, which it takes from any other. */
export const withKey = (keys: OwnKeys, deed: string, key: string): OwnKeys => {
  const others = Object.entries(keys).filter(([other, its]) => other !== deed && its !== key);
  return Object.fromEntries(deed === key ? others : [...others, [deed, key]]);
};

/** Returns the set that the keys are; null if they are of the reader's own making. */
export const setOf = (keys: OwnKeys): KeySet | null => {
  const isSame = (set: OwnKeys): boolean =>
    deeds.every((deed) => (set[deed] ?? deed) === (keys[deed] ?? deed));
  return setNames.find((name) => isSame(keySets[name])) ?? null;
};

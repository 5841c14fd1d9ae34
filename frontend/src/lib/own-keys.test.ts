import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OwnKeys, deedOf, deeds, keyOf, keySets, parseKeys, setOf, withKey } from './own-keys.ts';

const anyDeed = fc.constantFrom(...deeds);
const anyKey = fc.oneof(anyDeed, fc.constantFrom('e', 'f', '#', 'あ', 'x'));
const anyKeys = fc
  .array(fc.tuple(anyDeed, anyKey), { maxLength: 12 })
  .map((changes) => changes.reduce<OwnKeys>((keys, [deed, key]) => withKey(keys, deed, key), {}));

it('every key does one thing, whatever was changed, and a deed has the key that it was given last', () => {
  fc.assert(
    fc.property(anyKeys, anyDeed, anyKey, (before, deed, key) => {
      const keys = withKey(before, deed, key);
      expect(keyOf(keys, deed)).toBe(key);
      expect(deedOf(keys, key)).toBe(deed === key ? null : deed);
      const shown = deeds.flatMap((each) => keyOf(keys, each) ?? []);
      expect(new Set(shown).size).toBe(shown.length);
      expect(parseKeys(JSON.stringify(keys))).toEqual(keys);
    }),
  );
});

it('the sets give no key twice, and are recognised', () => {
  for (const [name, set] of Object.entries<OwnKeys>(keySets)) {
    expect(parseKeys(JSON.stringify(set))).toEqual(set);
    expect(setOf(set)).toBe(name);
    // No deed is without a key.
    expect(deeds.filter((deed) => keyOf(set, deed) === null)).toEqual([]);
  }
  expect(setOf({ j: 'x' })).toBeNull();
});

it('what is stored and damaged gives the keys of Omomi', () => {
  for (const text of [null, '', '[', '3', 'null', '{"j":5,"q":"x","k":"xy","m":" "}'])
    expect(parseKeys(text)).toEqual({});
  expect(parseKeys('{"j":"x","k":"x"}')).toEqual({ j: 'x' });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  defaultPreferences,
  preferenceChanges,
  preferenceChoices,
  storedPreferences,
} from '../../../src/contract/schemas/preferences.ts';
import { runs } from '../../harness/property-runs.ts';

const names = preferenceChoices.keyof().options;

it('every default is a value that a reader can choose', () => {
  expect(preferenceChoices.parse(defaultPreferences)).toEqual(defaultPreferences);
  expect(Object.keys(defaultPreferences)).toEqual(names);
});

it('each stored preference is read as it is if valid, and otherwise as its default', () => {
  const values = fc.oneof(
    fc.anything(),
    fc.constantFrom('auto', 'dark', 'ja', 'cards', 'unread', 1, 200, true),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), values), (stored) => {
      const read = storedPreferences.parse(stored);
      for (const name of names) {
        const chosen = preferenceChoices.shape[name].safeParse(stored[name]);
        expect(read[name]).toEqual(chosen.success ? chosen.data : defaultPreferences[name]);
      }
    }),
    { numRuns: runs(300) },
  );
});

it('a change contains only the named preferences and is refused if a value is invalid', () => {
  for (const name of names) {
    expect(preferenceChanges.parse({ [name]: defaultPreferences[name] })).toEqual({
      [name]: defaultPreferences[name],
    });
    expect(preferenceChanges.safeParse({ [name]: 'nonsense' }).success).toBe(false);
  }
  expect(preferenceChanges.parse({})).toEqual({});
  expect(preferenceChanges.safeParse({ colour: 'red' }).success).toBe(false);
});

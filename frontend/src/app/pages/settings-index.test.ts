import { describe, expect, it } from 'vitest';
import { languages, laterTexts, loadEveryLanguage, startTexts } from '../../lib/i18n/languages.ts';
import { findSettings, settingEntries } from './settings-index.ts';

await loadEveryLanguage();
const owner = { isSignedIn: true, isOwner: true };
const entriesOf = (language: (typeof languages)[number], reader = owner) =>
  settingEntries({ t: startTexts(language), later: laterTexts(language)! }, reader);

describe.each(languages)('the search of the settings in %s', (language) => {
  const entries = entriesOf(language);

  it('finds each setting first by its label, and by each word of it', () => {
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
    for (const entry of entries) {
      const { label, hint, words } = entry;
      expect(findSettings(label.toUpperCase(), entries).map((each) => each.label)).toContain(label);
      expect([label, findSettings(label, entries)[0]?.label]).toEqual([label, label]);
      for (const word of `${hint} ${words}`.split(/\s+/u)) {
        expect(findSettings(`${label} ${word}`, entries)).toContain(entry);
      }
    }
    expect(findSettings('  ', entries)).toEqual([]);
    expect(findSettings(`${entries[0]!.label} zzzz`, entries)).toEqual([]);
  });
});

it('finds what readers call a setting in their language', () => {
  const first = (language: (typeof languages)[number], query: string) =>
    findSettings(query, entriesOf(language))[0]?.name;
  expect(
    ['dark mode', 'font', 'mute', 'import', 'log out computers', 'backup'].map((each) => first('en', each)),
  ).toEqual(['theme', 'text-face', 'rules', 'opml', 'sessions', 'opml']);
  expect(['ダークモード', 'フォント', 'ミュート', 'ﾛｸﾞｱｳﾄ', '退会'].map((each) => first('ja', each))).toEqual([
    'theme',
    'text-size',
    'rules',
    'sessions',
    'leave',
  ]);
  expect(['dunkelmodus', 'schriftgröße', 'umziehen', 'kündigen'].map((each) => first('de', each))).toEqual([
    'theme',
    'text-size',
    'opml',
    'leave',
  ]);
});

it('offers no more than this reader has', () => {
  const names = (isSignedIn: boolean, isOwner: boolean) =>
    entriesOf('en', { isSignedIn, isOwner }).map(({ name }) => name);
  expect(names(false, true).filter((name) => /who|identities|sessions|invite|owner/.test(name))).toEqual([
    'owner',
  ]);
  expect(names(true, false).filter((name) => /who|invite|owner/.test(name))).toEqual(['who']);
  expect(names(true, true).filter((name) => /who|invite|owner/.test(name))).toEqual([
    'who',
    'invite',
    'owner',
  ]);
});

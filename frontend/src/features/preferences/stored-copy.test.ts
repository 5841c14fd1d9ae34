import { defaultPreferences } from '@omomi/backend/contract';
import { describe, expect, it } from 'vitest';
import { broughtAlong, parseCopy } from './stored-copy.ts';

describe('the copy of the preferences in this browser', () => {
  it('is read back as it was written', () => {
    const choices = { ...defaultPreferences, view: 'cards' as const, page_size: 20 };
    expect(parseCopy(JSON.stringify(choices))).toEqual(choices);
  });

  it('is none where there is none, or it cannot be read, and is mended where a value is unknown', () => {
    for (const text of [null, '', '{', '7', 'null', '[]x']) expect(parseCopy(text)).toBeNull();
    expect(parseCopy('{"theme":"dark","view":"mosaic"}')).toEqual({ ...defaultPreferences, theme: 'dark' });
  });
});

describe('theme and language chosen before the server knew the reader', () => {
  it('come along where nothing is set at the server, and never replace what is', () => {
    const auto = { theme: 'auto', language: 'auto' } as const;
    expect(broughtAlong(auto, { theme: 'dark', language: 'ja' })).toEqual({ theme: 'dark', language: 'ja' });
    expect(broughtAlong(auto, { theme: 'auto', language: 'ja' })).toEqual({ language: 'ja' });
    expect(broughtAlong(auto, auto)).toBeNull();
    expect(broughtAlong({ theme: 'light', language: 'en' }, { theme: 'dark', language: 'ja' })).toBeNull();
  });
});

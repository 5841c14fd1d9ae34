import { defaultPreferences } from '@omomi/backend/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedLanguage } from '../i18n/language.tsx';
import { broughtAlong, forgetReader, parseCopy, readCopy, writeCopy } from './stored-copy.ts';

describe('the copy of the preferences in this browser', () => {
  it('is read back as it was written', () => {
    const choices = { ...defaultPreferences, view: 'cards' as const, page_size: 20 };
    expect(parseCopy(JSON.stringify(choices))).toEqual(choices);
  });

  it('is null if missing or damaged, and has defaults for unknown values', () => {
    for (const text of [null, '', '{', '7', 'null', '[]x']) expect(parseCopy(text)).toBeNull();
    expect(parseCopy('{"theme":"dark","view":"mosaic"}')).toEqual({ ...defaultPreferences, theme: 'dark' });
    // Versions before format 4 of the table called a preference so. The server's answer says what was chosen.
    expect(parseCopy('{"theme":"dark","like_saved":true}')).toEqual({ ...defaultPreferences, theme: 'dark' });
  });
});

describe('theme and language that were chosen before signing in', () => {
  it('become preferences, but do not replace what is set at the server', () => {
    const auto = { theme: 'auto', language: 'auto' } as const;
    expect(broughtAlong(auto, { theme: 'dark', language: 'ja' })).toEqual({ theme: 'dark', language: 'ja' });
    expect(broughtAlong(auto, { theme: 'auto', language: 'ja' })).toEqual({ language: 'ja' });
    expect(broughtAlong(auto, auto)).toBeNull();
    expect(broughtAlong({ theme: 'light', language: 'en' }, { theme: 'dark', language: 'ja' })).toBeNull();
  });
});

describe('a reader who is no longer signed in', () => {
  const memory = (): Storage =>
    // The keys are properties, as in a browser's storage.
    Object.create({
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
    }) as Storage;
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('leaves nothing in the browser for the next reader', () => {
    vi.stubGlobal('localStorage', memory());
    vi.stubGlobal('sessionStorage', memory());
    sessionStorage.setItem('omomi.read-marks', '[]');
    localStorage.setItem('omomi.theme', 'dark');
    localStorage.setItem('omomi.language', 'ja');
    localStorage.setItem('omomi.closed-folders', '["Secret plans"]');
    localStorage.setItem('another', 'stays');
    writeCopy({ ...defaultPreferences, theme: 'dark', language: 'ja' });
    forgetReader();
    expect(Object.entries(localStorage)).toEqual([['another', 'stays']]);
    expect(Object.entries(sessionStorage)).toEqual([]);
    expect([readCopy(), storedLanguage()]).toEqual([null, 'auto']);
  });

  it('keeps what was chosen before anyone signed in', () => {
    vi.stubGlobal('localStorage', memory());
    localStorage.setItem('omomi.language', 'ja');
    forgetReader();
    expect(storedLanguage()).toBe('ja');
  });
});

import { type PreferenceChoices, defaultPreferences, storedPreferences } from '@omomi/backend/contract';
import { forgetKept } from '../offline/worker.ts';
import { forgetStored, readStored, writeStored } from '../storage.ts';

// A copy of the server's last answer lets a page open in the right order and view. A new answer takes precedence.
const storageKey = 'omomi.preferences';

/** Parses the copy. Returns null if there is none, or if it cannot be parsed. Never throws. */
export const parseCopy = (text: string | null): PreferenceChoices | null => {
  if (text === null || text === '') return null;
  try {
    return storedPreferences.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
};

export const readCopy = (): PreferenceChoices | null => parseCopy(readStored(storageKey));

export const writeCopy = (choices: PreferenceChoices): void =>
  writeStored(storageKey, JSON.stringify(storedPreferences.parse(choices)));

/**
 * Deletes the data that a signed-in reader has stored in this browser. Call it when they are signed out. Choices made
 * before anyone signed in are kept.
 */
export const forgetReader = (): void => {
  if (readCopy() === null) return;
  forgetStored();
  forgetKept();
};

/**
 * Returns the theme and language that were chosen in this browser before signing in, as changes of the preferences.
 * They do not replace values set at the server. Null if there is nothing to change.
 */
export const broughtAlong = (
  known: Pick<PreferenceChoices, 'theme' | 'language'>,
  here: Pick<PreferenceChoices, 'theme' | 'language'>,
): Partial<Pick<PreferenceChoices, 'theme' | 'language'>> | null => {
  const theme = known.theme === defaultPreferences.theme && here.theme !== known.theme;
  const language = known.language === defaultPreferences.language && here.language !== known.language;
  if (!theme && !language) return null;
  return { ...(theme ? { theme: here.theme } : {}), ...(language ? { language: here.language } : {}) };
};

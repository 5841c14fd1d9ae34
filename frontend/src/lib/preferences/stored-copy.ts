import { type PreferenceChoices, defaultPreferences, storedPreferences } from '@omomi/backend/contract';
import { forgetStored, readStored, writeStored } from '../storage.ts';

// What the server said last, so that a page opens in the right order and view before it answers. Never the truth.
const storageKey = 'omomi.preferences';

/** Null where this browser has none, or what it has cannot be read. Never throws. */
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
 * To be called when a reader is no longer signed in: nothing of theirs is left to the next one at this browser. What was
 * chosen before anyone had signed in stays.
 */
export const forgetReader = (): void => {
  if (readCopy() !== null) forgetStored();
};

/**
 * Theme and language that were chosen in this browser before anyone had signed in: they become preferences where nothing
 * else is set at the server. Null where there is nothing to bring along.
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

/** Reads a stored value. Returns null if storage is switched off. Never throws. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Reads a value of this tab, which survives a reload. Returns null if storage is switched off. Never throws. */
export const readSession = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores a value for this tab; null removes it. */
export const writeSession = (key: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // The value is then lost when the page is closed.
  }
};

/** The prefix of all keys of this application. */
const prefix = 'omomi.';

/** Deletes all stored values of this application, so that the next reader in this browser sees none of them. */
export const forgetStored = (): void => {
  // Each is asked for by itself, since reading the name of one that is switched off throws.
  for (const storageOf of [() => localStorage, () => sessionStorage])
    try {
      const storage = storageOf();
      for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
    } catch {
      // Without storage there is nothing to delete.
    }
};

/** Removes a stored value. */
export const removeStored = (key: string): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
};

/** Returns the keys of stored values that begin with a prefix; none if storage is switched off. */
export const storedKeys = (start: string): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(start));
  } catch {
    return [];
  }
};

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The value is then lost when the page is closed.
  }
};

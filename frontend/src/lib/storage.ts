/** Reads a stored value. Returns null if storage is switched off. Never throws. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** The prefix of all keys of this application. */
const prefix = 'omomi.';

/** Deletes all stored values of this application, so that the next reader in this browser sees none of them. */
export const forgetStored = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
};

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The value is then lost when the page is closed.
  }
};

/** A remembered choice of this browser. Storage that is full or switched off forgets and never throws. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Of everything that this application remembers in a browser. */
const prefix = 'omomi.';

/** Forgets every choice and copy of this application, so that the next reader at this browser meets none of them. */
export const forgetStored = (): void => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Nothing was remembered then.
  }
};

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then holds until the page is closed.
  }
};

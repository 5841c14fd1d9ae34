/** A remembered choice of this browser. Storage that is full or switched off forgets and never throws. */
export const readStored = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const writeStored = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice then holds until the page is closed.
  }
};

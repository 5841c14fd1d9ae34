import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** Returns the HTML of the element that Mozilla's Readability takes for the article, with its classes; null if none. */
export const readable = (html: string): string | null => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  try {
    return new Readability(document, { keepClasses: true, disableJSONLD: true }).parse()?.content ?? null;
  } catch (error) {
    // The DOM passes all children of an element as arguments, which are too many for the stack in a hostile page.
    if (error instanceof RangeError) return null;
    throw error;
  }
};

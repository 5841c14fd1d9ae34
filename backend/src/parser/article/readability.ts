import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

/** Returns the HTML of the element that Mozilla's Readability takes for the article, with its classes; null if none. */
export const readable = (html: string): string | null => {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return new Readability(document, { keepClasses: true, disableJSONLD: true }).parse()?.content ?? null;
};

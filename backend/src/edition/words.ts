import type { LanguageChoice } from '../contract/index.ts';
import { wordsIn } from '../languages/words-in.ts';
import type { Words } from '../languages/words.ts';

/** The words of an edition, and those that it shares with the feed of Today. */
export type EditionWords = Pick<Words, 'language' | 'tiers' | 'untitled'> & Words['edition'];

/** Returns the words for a reader's language. */
export const editionWords = (choice: LanguageChoice): EditionWords => {
  const { language, tiers, untitled, edition } = wordsIn(choice);
  return { language, tiers, untitled, ...edition };
};

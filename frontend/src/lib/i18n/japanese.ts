import type { Dictionary } from './dictionary.ts';
import { articlesJapanese } from './texts/start/articles-japanese.ts';
import { commonJapanese } from './texts/start/common-japanese.ts';
import { errorsJapanese } from './texts/start/errors-japanese.ts';
import { feedsJapanese } from './texts/start/feeds-japanese.ts';

/** The Japanese texts of the start. Import this module lazily, because most readers need one language only. */
export const japanese: Dictionary = {
  ...commonJapanese,
  ...feedsJapanese,
  ...articlesJapanese,
  ...errorsJapanese,
};

import { articlesEnglish } from './texts/start/articles-english.ts';
import { commonEnglish } from './texts/start/common-english.ts';
import { errorsEnglish } from './texts/start/errors-english.ts';
import { feedsEnglish } from './texts/start/feeds-english.ts';

/** The English texts of the start. Other `Texts` are loaded with the page that shows them, in both languages. */
export const english = { ...commonEnglish, ...feedsEnglish, ...articlesEnglish, ...errorsEnglish };

export type Dictionary = typeof english;

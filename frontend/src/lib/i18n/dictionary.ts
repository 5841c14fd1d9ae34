import type { Language, Texts } from './languages.ts';
import { articlesTexts } from './texts/articles.ts';
import { commonTexts } from './texts/common.ts';
import { errorsTexts } from './texts/errors.ts';
import { feedsTexts } from './texts/feeds.ts';

const dictionaryIn = (language: Language) => ({
  ...commonTexts[language],
  ...feedsTexts[language],
  ...articlesTexts[language],
  ...errorsTexts[language],
});

/** The texts that are loaded at the start. Other `Texts` are loaded with the page that shows them. */
export type Dictionary = ReturnType<typeof dictionaryIn>;

export const dictionaries: Texts<Dictionary> = { en: dictionaryIn('en'), ja: dictionaryIn('ja') };

import type { Article } from '@omomi/backend/contract';
import { languageOf } from '../../../lib/format.ts';

/** The number of characters from which a text is no teaser. One in Chinese, Japanese or Korean says as much in half of them. */
const enough = 1_000;

/** Checks whether a feed gives only the beginning of an article, so that its reader may miss the rest. */
export const isTeaser = ({ content }: Pick<Article, 'content'>): boolean => {
  const text = content.replaceAll(/<[^<>]*>/g, '').replaceAll(/\s+/g, ' ');
  return text.length < (languageOf(text) === undefined ? enough : enough / 2);
};

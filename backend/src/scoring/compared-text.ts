import type { Article } from '../model/article/article.ts';
import { withoutAddresses } from '../model/text/addresses.ts';
import { withoutBoilerplate } from '../model/text/boilerplate.ts';
import { plainText } from '../parser/fields/text.ts';

/** The fewest letters that must be left: a text that is hardly more than what all repeat, as a report with other numbers is, stays whole. */
const LEAST_LEFT = 8;
const LETTER = /\p{L}/gu;

/**
 * Returns the text of an article that is compared with keywords, other articles and what a reader liked: without what its
 * feed repeats in most articles and without addresses, if more than that is left. @throws ItemError for a text that cannot be read.
 */
export const comparedText = ({
  content,
  summary,
  boilerplate,
}: Pick<Article, 'content' | 'summary' | 'boilerplate'>): string => {
  const text = plainText(content) || summary;
  const left = withoutAddresses(withoutBoilerplate(text, boilerplate));
  return (left.match(LETTER)?.length ?? 0) < LEAST_LEFT ? text : left;
};

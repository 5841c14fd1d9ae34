import type { Article } from '../model/article/article.ts';
import { withoutBoilerplate } from '../model/text/boilerplate.ts';
import { plainText } from '../parser/fields/text.ts';

/**
 * Returns the text of an article that is compared with keywords, other articles and what a reader liked: without what its
 * feed repeats in most articles. @throws ItemError for a text that cannot be read.
 */
export const comparedText = ({
  content,
  summary,
  boilerplate,
}: Pick<Article, 'content' | 'summary' | 'boilerplate'>): string =>
  withoutBoilerplate(plainText(content) || summary, boilerplate);

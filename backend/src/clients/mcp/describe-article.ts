import type { ArticleRow, OpenedArticle, Reason } from '../../contract/index.ts';
import { lineOf, parsePage } from '../../parser/html/page-tree.ts';
import { feedWords, reasonsText } from '../../today/words.ts';

/** Returns an article of a list in the few fields that an assistant needs. */
export const describeRow = (row: ArticleRow) => ({
  article_id: row.article_id,
  title: row.title,
  feed: row.feed_title,
  link: row.link,
  published_at: row.published_at,
  tier: row.tier,
  /** From 0 to 100; null if it is not scored. */
  importance: row.importance_rank,
  why: reasonsText(row.top_reasons, feedWords('en')),
  excerpt: row.excerpt,
  is_read: row.is_read,
  is_saved: row.is_saved,
  ...(row.story === null
    ? {}
    : {
        also_in: row.story.others.map(({ article_id, feed_title, title }) => ({
          article_id,
          feed: feed_title,
          title,
        })),
      }),
});

/** Returns the reasons for an article's rank: each share of its score, the largest first. */
export const describeReasons = (reasons: readonly Reason[]) =>
  reasons.map(({ kind, keyword_text, contribution, passage }) => ({
    kind,
    keyword: keyword_text,
    share_of_score: contribution,
    passage: passage ?? null,
  }));

const BLOCK = /^(?:p|h[1-6]|li|blockquote|pre|tr|figure|figcaption)$/;

/** Returns the text of HTML, a paragraph a line. */
const textOf = (html: string): string => {
  const lines: string[] = [];
  const read = (node: ReturnType<typeof parsePage>): void => {
    const inner = node.children.filter((child) => typeof child !== 'string');
    const isBlock = BLOCK.test(node.name) && !inner.some(({ name }) => BLOCK.test(name));
    if (isBlock || inner.length === 0) {
      const line = lineOf(node);
      if (line !== '') lines.push(line);
      return;
    }
    for (const child of node.children) {
      if (typeof child !== 'string') read(child);
      else if (child.trim() !== '') lines.push(child.replace(/\s+/g, ' ').trim());
    }
  };
  read(parsePage(html));
  return lines.join('\n');
};

/** Characters of an article's text that are given at once. */
const MOST_TEXT = 40_000;

export const describeArticle = (article: OpenedArticle) => {
  const text = textOf(article.content) || article.summary;
  return {
    ...describeRow(article),
    author: article.author,
    reasons: describeReasons(article.reasons),
    text: text.slice(0, MOST_TEXT),
    is_cut_off: text.length > MOST_TEXT,
  };
};

import type { Highlight } from '@omomi/backend/contract';

/** The highlights of one article, in the order of its text. */
export type Marked = Pick<Highlight, 'article_id' | 'title' | 'link' | 'feed_title'> & {
  highlights: Highlight[];
};

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

const latest = ({ highlights }: Marked): string =>
  highlights.map(({ made_at }) => made_at).reduce((a, b) => (a > b ? a : b), '');

/** Returns the highlights that have every word in their text, their note, or the name of their article, by article; the last marked article first. */
export const grouped = (all: readonly Highlight[], query: string): Marked[] => {
  const words = folded(query).split(/\s+/u).filter(Boolean);
  const articles = new Map<string, Marked>();
  for (const each of all) {
    const { article_id, title, link, feed_title, quote, note } = each;
    const text = folded([quote, note, title, feed_title].join('\n'));
    if (!words.every((word) => text.includes(word))) continue;
    const known = articles.get(article_id) ?? { article_id, title, link, feed_title, highlights: [] };
    known.highlights.push(each);
    articles.set(article_id, known);
  }
  for (const { highlights } of articles.values()) highlights.sort((a, b) => a.start - b.start);
  return [...articles.values()].toSorted((a, b) => (latest(a) < latest(b) ? 1 : -1));
};

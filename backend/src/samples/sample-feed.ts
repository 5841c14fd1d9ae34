import { escapeHtml } from '../parser/fields/text.ts';

type SampleEntry = {
  /** Hours between the publication and the hour in the feed's address. */
  hoursAgo: number;
  title: string;
  /** The paragraphs, as plain text. */
  text: string[];
};

export type SampleFeed = { title: string; description: string; language: string; entries: SampleEntry[] };

const HOUR_MS = 3_600_000;

/**
 * Returns a sample feed as an RSS 2.0 document whose entries are dated back from `from`. They have no links, because nothing
 * of them is on the web.
 */
export const sampleDocument = (feed: SampleFeed, from: Date): string => {
  const items = feed.entries.map(({ hoursAgo, title, text }) => {
    const html = text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
    const date = new Date(from.getTime() - hoursAgo * HOUR_MS).toUTCString();
    return `<item><title>${escapeHtml(title)}</title><guid isPermaLink="false">sample-${hoursAgo}</guid><pubDate>${date}</pubDate><description>${escapeHtml(html)}</description></item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${escapeHtml(feed.title)}</title><description>${escapeHtml(feed.description)}</description><language>${feed.language}</language>${items.join('')}</channel></rss>
`;
};

import { escapeHtml } from '../parser/fields/text.ts';
import { drawLandscape, type Scenery } from './landscape.ts';
import { encodePng } from './png.ts';

type SampleEntry = {
  /** Hours between the publication and the hour in the feed's address. No two entries of a feed have the same. */
  hoursAgo: number;
  title: string;
  /** The paragraphs, as plain text. */
  text: string[];
};

export type SampleFeed = {
  title: string;
  description: string;
  language: string;
  scenery: Scenery;
  entries: SampleEntry[];
};

const HOUR_MS = 3_600_000;
/** Sizes of pictures, in pixels. */
const PICTURE = { width: 1280, height: 720 };
const ICON = { width: 64, height: 64 };

/**
 * Returns a sample feed as an RSS 2.0 document whose entries are dated back from `from`. `address` is its own, without the
 * ending: its pictures have addresses that begin with it. Entries have no links, because nothing of them is on the web.
 */
export const sampleDocument = (feed: SampleFeed, from: Date, address: string): string => {
  const items = feed.entries.map(({ hoursAgo, title, text }) => {
    const picture = `<p><img src="${address}-${hoursAgo}.png" width="${PICTURE.width}" height="${PICTURE.height}" alt=""></p>`;
    const html = picture + text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
    const date = new Date(from.getTime() - hoursAgo * HOUR_MS).toUTCString();
    return `<item><title>${escapeHtml(title)}</title><guid isPermaLink="false">sample-${hoursAgo}</guid><pubDate>${date}</pubDate><description>${escapeHtml(html)}</description></item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${escapeHtml(feed.title)}</title><description>${escapeHtml(feed.description)}</description><language>${feed.language}</language><image><url>${address}.png</url></image>${items.join('')}</channel></rss>
`;
};

/** Draws the picture of an entry as a PNG file; null if the feed has no such entry. */
export const samplePicture = ({ scenery, entries }: SampleFeed, hoursAgo: number): Uint8Array | null =>
  entries.some((entry) => entry.hoursAgo === hoursAgo)
    ? encodePng(drawLandscape(scenery, hoursAgo, PICTURE))
    : null;

/** Draws the icon of a feed as a PNG file. */
export const sampleIcon = ({ scenery }: SampleFeed): Uint8Array => encodePng(drawLandscape(scenery, 1, ICON));

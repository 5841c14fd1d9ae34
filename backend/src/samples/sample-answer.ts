import { SAMPLE_HOST, type SampleName } from '../contract/index.ts';
import type { OutboundRequest, OutboundResponse } from '../web/guard/guarded-fetch.ts';
import { type SampleFeed, sampleDocument, sampleIcon, samplePicture } from './sample-feed.ts';
import { city, kitchen, science, technology } from './texts-english.ts';
import { gijutsu, kurashi } from './texts-japanese.ts';

const feeds: Record<SampleName, SampleFeed> = { technology, science, kitchen, city, gijutsu, kurashi };

/** A feed, `/<hour>/<name>.xml`; the picture of an entry, `/<hour>/<name>-<hours ago>.png`; and the icon, `/<hour>/<name>.png`. */
const pattern = /^(\/(\d{4}-\d\d-\d\dT\d\d)\/([a-z]+))(?:-(\d{1,3}))?\.(xml|png)$/;

type SampleFile = { type: string; bytes: Uint8Array };

/** Returns the file at a path of the sample host; null if there is none. */
const fileAt = (path: string): SampleFile | null => {
  const [, stem = '', hour = '', name = '', hoursAgo, ending] = pattern.exec(path) ?? [];
  const from = new Date(`${hour}:00:00.000Z`);
  const feed = Object.entries(feeds).find(([known]) => known === name)?.[1];
  if (feed === undefined || Number.isNaN(from.getTime())) return null;
  if (ending === 'png') {
    const bytes = hoursAgo === undefined ? sampleIcon(feed) : samplePicture(feed, Number(hoursAgo));
    return bytes === null ? null : { type: 'image/png', bytes };
  }
  if (hoursAgo !== undefined) return null;
  const document = sampleDocument(feed, from, `https://${SAMPLE_HOST}${stem}`);
  return { type: 'application/rss+xml; charset=utf-8', bytes: new TextEncoder().encode(document) };
};

/** Answers a request to the sample host: 404 for what it does not have. */
export const answerSample = ({ headers }: OutboundRequest, url: URL): OutboundResponse => {
  const file = fileAt(url.pathname);
  // An address always has the same file.
  const etag = `"${url.pathname}"`;
  const isKnown = headers?.['if-none-match'] === etag;
  const body = Uint8Array.from(file === null || isKnown ? [] : file.bytes);
  return {
    status: file === null ? 404 : isKnown ? 304 : 200,
    url: url.href,
    redirects: [],
    headers: file === null ? {} : { 'content-type': file.type, etag },
    body,
    facts: {
      ttfb_ms: 0,
      download_ms: 0,
      wire_bytes: body.byteLength,
      body_bytes: body.byteLength,
      content_encoding: null,
      is_cut: false,
      x_robots_tags: [],
    },
  };
};

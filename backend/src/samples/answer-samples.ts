import { SAMPLE_HOST, type SampleName } from '../contract/index.ts';
import type { GuardedFetch, OutboundRequest, OutboundResponse } from '../outbound/guard/guarded-fetch.ts';
import { type SampleFeed, sampleDocument } from './sample-feed.ts';
import { city, kitchen, science, technology } from './texts-english.ts';
import { gijutsu, kurashi } from './texts-japanese.ts';

const feeds: Record<SampleName, SampleFeed> = { technology, science, kitchen, city, gijutsu, kurashi };

const pattern = /^\/(\d{4}-\d\d-\d\dT\d\d)\/([a-z]+)\.xml$/;

/** Returns the document at a path of the sample host; null if there is none. */
const documentAt = (path: string): string | null => {
  const [, hour = '', name = ''] = pattern.exec(path) ?? [];
  const from = new Date(`${hour}:00:00.000Z`);
  const feed = Object.entries(feeds).find(([known]) => known === name)?.[1];
  return feed === undefined || Number.isNaN(from.getTime()) ? null : sampleDocument(feed, from);
};

const answer = ({ headers }: OutboundRequest, url: URL): OutboundResponse => {
  const document = documentAt(url.pathname);
  // An address always has the same document.
  const etag = `"${url.pathname}"`;
  const isKnown = headers?.['if-none-match'] === etag;
  const body = new TextEncoder().encode(document === null || isKnown ? '' : document);
  return {
    status: document === null ? 404 : isKnown ? 304 : 200,
    url: url.href,
    redirects: [],
    headers: document === null ? {} : { 'content-type': 'application/rss+xml; charset=utf-8', etag },
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

/**
 * Returns a client that answers for the sample host in this process, so that the sample feeds need no network: 404 for what
 * it does not have. Every other address goes to `fetch`, with its guard.
 */
export const answerSamples =
  (fetch: GuardedFetch): GuardedFetch =>
  async (request) => {
    const url = URL.parse(request.url);
    return url?.host === SAMPLE_HOST ? answer(request, url) : fetch(request);
  };

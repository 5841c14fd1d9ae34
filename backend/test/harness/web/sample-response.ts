import type { OutboundResponse } from '../../../src/web/guard/guarded-fetch.ts';

/** Returns an empty response of status 200 for clients that a test makes up. */
export const sampleResponse = (changes: Partial<OutboundResponse> = {}): OutboundResponse => ({
  status: 200,
  url: 'https://a.example/',
  redirects: [],
  headers: {},
  body: new Uint8Array(0),
  facts: {
    ttfb_ms: 1,
    download_ms: 1,
    wire_bytes: 0,
    body_bytes: 0,
    content_encoding: null,
    is_cut: false,
    x_robots_tags: [],
  },
  ...changes,
});

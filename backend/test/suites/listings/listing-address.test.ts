import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedAddress, listingAddress, listingIn, requestAddress } from '../../../src/model/feed/feed-url.ts';
import { runs } from '../../harness/property-runs.ts';
import { anyUrl } from '../../harness/samples/any-url.ts';

const name = fc.oneof(
  fc.stringMatching(/^[0-9a-f]{8}$/).map((pattern_id) => ({ kind: 'page' as const, pattern_id })),
  fc
    .option(fc.stringMatching(/^\/([a-z0-9-]{1,8}\/){0,3}$/), { nil: null })
    .map((path) => ({ kind: 'sitemap' as const, path })),
);

describe('the address of a listing', () => {
  it('names what is followed, and keeps it when it is typed, imported and normalised', () => {
    fc.assert(
      fc.property(name, anyUrl({ withQuery: true }), (listing, page) => {
        const address = listingAddress(page, listing);
        expect(listingIn(address)).toEqual(listing);
        const { url } = feedAddress(address);
        expect(listingIn(url)).toEqual(listing);
        expect(requestAddress(url)).toBe(feedAddress(page).url);
        expect(feedAddress(url)).toEqual(feedAddress(address));
      }),
      { numRuns: runs(200) },
    );
  });

  it('gives each list of a page an id of its own, unlike any other fragment', () => {
    const page = 'https://x.example/blog/';
    const ids = ['', '#top', '#omomi=page:xyz', '#omomi=page:11111111', '#omomi=page:22222222'].map(
      (fragment) => feedAddress(page + fragment).feed_id,
    );
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(new Set(ids).size).toBe(3);
  });
});

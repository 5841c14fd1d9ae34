import pMap from 'p-map';
import type { FeedCandidate } from '../contract/index.ts';
import { listPreview, newestFirst } from './list-preview.ts';
import type { FoundFeed, Requests } from './requests.ts';

/** Number of items shown of a feed. */
const SHOWN = 3;
/** Number of feeds of a page that are read for that, the best first. The others are offered by their titles alone. */
const MOST_READ = 6;
const CONCURRENT_READS = 3;

const previewOf = (candidate: FeedCandidate, { parsed }: FoundFeed): FeedCandidate => ({
  ...candidate,
  title: candidate.title ?? parsed.title,
  format: parsed.format,
  preview: listPreview(newestFirst(parsed.items), SHOWN),
  item_count: parsed.items.length,
});

/**
 * Adds to the candidates their latest items, so that a reader sees which is which. `found` is one that has been read;
 * others are requested within the time of the search, unless the search has tried them already. Those that cannot be read
 * stay as they are.
 */
export const withPreviews = (
  { guess, tried }: Pick<Requests, 'guess' | 'tried'>,
  candidates: readonly FeedCandidate[],
  found: FoundFeed | null,
): Promise<FeedCandidate[]> => {
  const triedBefore = new Set(tried);
  return pMap(
    candidates,
    async (candidate, place) => {
      if (candidate.preview !== undefined) return candidate;
      if (found !== null && (candidates.length === 1 || candidate.url === found.url))
        return previewOf(candidate, found);
      const isRead = place < MOST_READ && !triedBefore.has(candidate.url);
      const read = isRead ? (await guess(candidate.url)).found : null;
      return read === null ? candidate : previewOf(candidate, read);
    },
    { concurrency: CONCURRENT_READS },
  );
};

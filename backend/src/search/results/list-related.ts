import { entryToRow } from '../../articles/lists/row-to-wire.ts';
import { withFormerFeeds, type LoadNames } from '../../articles/lists/reader-names.ts';
import type { LoadStories } from '../../articles/stories/known-stories.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FeedStore } from '../../model/feed/feed.ts';
import type { Entry } from '../../model/article/entry.ts';
import type { Searcher } from '../keep/searcher.ts';
import { sketchAt, type Part } from '../segment/part.ts';
import { leastNear, nearness } from '../segment/sketch.ts';
import { presentEntries, type ShownRowsDeps } from './shown-rows.ts';
import { articleUnknown } from '../../articles/reading/shown-entry.ts';

/** Entries that are read for each one that is shown, since some may be gone or of a story that is shown. */
const READ_FOR_EACH = 3;

export type RelatedDeps = ShownRowsDeps & {
  feeds: Pick<FeedStore, 'getMany'>;
  searcher: Pick<Searcher, 'keptParts'>;
  loadNames: LoadNames;
  loadStories: LoadStories;
  now: Clock;
};

/**
 * Creates the endpoint that lists the articles nearest to one, of each story the nearest, and none of its own story. It compares
 * what searches have read, and reads no text itself, so that it costs a reader who never searches next to nothing.
 */
export const createListRelated = (deps: RelatedDeps): HandlersOf<'listRelated'> => ({
  listRelated: async ({ reader: { user_id }, params: { article_id }, query: { limit } }) => {
    const now = deps.now();
    const [parts, names, stories] = await Promise.all([
      deps.searcher.keptParts(user_id),
      deps.loadNames(user_id),
      deps.loadStories(),
    ]);
    const ids = nearestTo(article_id, parts).slice(0, READ_FOR_EACH * limit);
    const entries = await presentEntries(deps, user_id, [article_id, ...ids], { names, now });
    const own = entries.find((entry) => entry.article_id === article_id);
    if (own === undefined) throw articleUnknown();
    const storyOf = ({ article_id: id, extra }: Entry): string => stories.storyOf(id, extra.story);
    const shown = oneOfAStory(entries, storyOf, storyOf(own)).slice(0, limit);
    const rows = shown.map((entry) => ({ ...entry, order: null, top_reasons: [] }));
    const allNames = await withFormerFeeds(deps.feeds, rows, names);
    return { items: shown.map((entry) => entryToRow(entry, allNames)) };
  },
});

/** Returns the ids of the articles near to one, the nearest first. Of several texts of an article the last one counts. */
const nearestTo = (articleId: string, parts: readonly Part[]): string[] => {
  const sketches = new Map<string, Uint8Array | null>();
  for (const part of parts) for (const [at, id] of part.ids.entries()) sketches.set(id, sketchAt(part, at));
  const target = sketches.get(articleId) ?? null;
  if (target === null) return [];
  sketches.delete(articleId);
  const least = leastNear(target, 'related');
  return Array.from(sketches, ([id, sketch]) => ({
    id,
    near: sketch === null ? 0 : nearness(target, sketch),
  }))
    .filter(({ near }) => near >= least)
    .toSorted((a, b) => b.near - a.near)
    .map(({ id }) => id);
};

/** Returns the first entry of each story, without those of one story. */
const oneOfAStory = (
  entries: readonly Entry[],
  storyOf: (entry: Entry) => string,
  without: string,
): Entry[] => {
  const seen = new Set([without]);
  return entries.filter((entry) => {
    const story = storyOf(entry);
    if (seen.has(story)) return false;
    seen.add(story);
    return true;
  });
};

import type { Job } from '../../contract/index.ts';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { recordJob } from '../../jobs/start-job.ts';
import type { Context } from '../../model/context.ts';
import type { SubscriptionStore } from '../../model/feed/subscription.ts';
import pMap from 'p-map';
import type { Entry, EntryStore } from '../../model/article/entry.ts';
import type { ProfileStore } from '../../model/reader/profile.ts';
import type { NoteSignal } from '../../scoring/note-signal.ts';
import type { OtherArticles } from '../stories/other-articles.ts';
import type { MarkAll } from '../reading/mark-all.ts';
import { markedOf, type ReadState } from '../reading/read-state.ts';
import type { LoadNames } from './reader-names.ts';
import { entryToRow } from './row-to-wire.ts';
import { feedsInScope } from './scope.ts';

/** Number of stories that are looked up at once. */
const CONCURRENT_LOOK_UPS = 8;

export type ReadEndpointDeps = Pick<Context, 'jobs' | 'now' | 'newId'> & {
  subscriptions: Pick<SubscriptionStore, 'list' | 'get'>;
  loadNames: LoadNames;
  readState: ReadState;
  profiles: Pick<ProfileStore, 'get'>;
  entries: Pick<EntryStore, 'getMany'>;
  otherArticles: OtherArticles;
  markAll: MarkAll;
  noteSignal: NoteSignal;
};

/** Creates the endpoints that mark one article, several, or a whole scope as read. */
export const createReadEndpoints = (
  deps: ReadEndpointDeps,
): HandlersOf<'setRead' | 'setReadOfMany' | 'markRead'> => ({
  setRead: async ({ reader: { user_id }, params: { article_id }, body: { is_read, is_read_through } }) => {
    const entry = await deps.readState.setRead(user_id, article_id, is_read);
    if (is_read) await markStories(deps, user_id, [entry]);
    if (is_read_through === true || !is_read) await deps.noteSignal(entry, { is_read_through: is_read });
    return entryToRow(entry, await deps.loadNames(user_id));
  },
  setReadOfMany: async ({ reader: { user_id }, body: { article_ids, is_read } }) => {
    const outcomes = await deps.readState.setReadOfMany(user_id, article_ids, is_read);
    const entries = await deps.entries.getMany(user_id, markedOf(outcomes));
    if (is_read) await markStories(deps, user_id, entries);
    else
      await pMap(entries, (entry) => deps.noteSignal(entry, { is_read_through: false }), {
        concurrency: CONCURRENT_LOOK_UPS,
      });
    return { items: Array.from(outcomes, ([article_id, outcome]) => ({ article_id, outcome })) };
  },
  markRead: async ({ reader: { user_id }, body }) => {
    if ('article_ids' in body) {
      const outcomes = await deps.readState.setReadOfMany(user_id, body.article_ids, true);
      const others = await markStories(deps, user_id, await deps.entries.getMany(user_id, body.article_ids));
      return marked(deps, user_id, markedOf(outcomes).length + others);
    }
    return markScope(deps, user_id, body.before, await feedsInScope(deps.subscriptions, user_id, body));
  },
});

/**
 * Marks the other articles of these entries' stories as read, if the reader wants that. Returns how many were not read
 * before.
 */
const markStories = async (
  { profiles, otherArticles, readState }: ReadEndpointDeps,
  userId: string,
  entries: Entry[],
): Promise<number> => {
  const profile = await profiles.get(userId);
  if (profile?.mark_story_read !== true) return 0;
  const found = await pMap(entries, otherArticles, { concurrency: CONCURRENT_LOOK_UPS });
  const unread = found.flatMap(({ others }) => others).filter(({ is_read }) => !is_read);
  const ids = [...new Set(unread.map(({ article_id }) => article_id))];
  return ids.length === 0 ? 0 : markedOf(await readState.setReadOfMany(userId, ids, true)).length;
};

type MarkDeps = Pick<ReadEndpointDeps, 'markAll' | 'jobs' | 'now' | 'newId'>;

const markScope = (deps: MarkDeps, userId: string, before: string, feedIds: string[] | null): Promise<Job> =>
  feedIds?.length === 0 ? marked(deps, userId, 0) : deps.markAll(userId, before, feedIds);

/** Returns a job that is already done, for articles that were marked at once. */
const marked = (deps: MarkDeps, userId: string, count: number): Promise<Job> =>
  recordJob(deps, userId, 'mark-read', count);

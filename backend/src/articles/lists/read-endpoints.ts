import pMap from 'p-map';
import type { HandlersOf } from '../../contract/endpoints/handlers.ts';
import { onlyPage, type Job } from '../../contract/index.ts';
import { recordJob } from '../../jobs/start-job.ts';
import { DomainError } from '../../lib/errors.ts';
import type { Context } from '../../model/context.ts';
import { notePassed, noteSignal } from '../../scoring/note-signal.ts';
import type { EntryVectorContext } from '../../scoring/vectors.ts';
import { markAll, type MarkContext } from '../reading/mark-all.ts';
import {
  markedOf,
  setRead,
  setReadOfMany,
  type ReadStateContext,
  finishStories,
  type FinishContext,
} from '../reading/read-state.ts';
import { noteSaved, type SavedContext } from '../reading/sending.ts';
import { saveArticle, unsaveArticle, type SavingContext } from '../reading/saving.ts';
import { present } from '../reading/shown-entry.ts';
import { deleteTag, renameTag, setTags, type TaggingContext } from '../reading/tagging.ts';
import { loadNames, type NamesContext, entryToRow } from './row-to-wire.ts';
import { feedsInScope } from './scope.ts';

/** Number of signals that are noted at once. */
const CONCURRENT_NOTES = 8;

type SignalContext = EntryVectorContext & Pick<Context, 'profiles' | 'learning'>;

type ReadContext = MarkContext & NamesContext & ReadStateContext & SignalContext & FinishContext;

/** The endpoints that mark one article, several, or a whole scope as read. */
export const readEndpoints = (ctx: ReadContext): HandlersOf<'setRead' | 'setReadOfMany' | 'markRead'> => ({
  setRead: async ({ reader: { user_id }, params: { article_id }, body: { is_read, is_read_through } }) => {
    const entry = await setRead(ctx, user_id, article_id, is_read);
    if (is_read) await finishStories(ctx, user_id, [entry]);
    if (is_read_through === true || !is_read) await noteSignal(ctx, entry, { is_read_through: is_read });
    return entryToRow(entry, await loadNames(ctx, user_id));
  },
  setReadOfMany: async ({ reader: { user_id }, body: { article_ids, is_read } }) => {
    const outcomes = await setReadOfMany(ctx, user_id, article_ids, is_read);
    // An article may have been read before, by a call that was cut off before it finished the story.
    const there = Array.from(outcomes).flatMap(([id, outcome]) => (outcome === 'not_found' ? [] : [id]));
    const entries = await ctx.entries.getMany(user_id, is_read ? there : markedOf(outcomes));
    const finished = is_read ? await finishStories(ctx, user_id, entries) : [];
    if (!is_read)
      await pMap(entries, (entry) => noteSignal(ctx, entry, { is_read_through: false }), {
        concurrency: CONCURRENT_NOTES,
      });
    return { items: Array.from(outcomes, ([article_id, outcome]) => ({ article_id, outcome })), finished };
  },
  markRead: async ({ reader: { user_id }, body }) => {
    if ('article_ids' in body) {
      const outcomes = await setReadOfMany(ctx, user_id, body.article_ids, true);
      const finished = await finishStories(
        ctx,
        user_id,
        await ctx.entries.getMany(user_id, body.article_ids),
      );
      return marked(ctx, user_id, markedOf(outcomes).length + finished.length);
    }
    return markScope(ctx, user_id, body.before, await feedsInScope(ctx.subscriptions, user_id, body));
  },
});

const markScope = (
  ctx: MarkContext,
  userId: string,
  before: string,
  feedIds: string[] | null,
): Promise<Job> => (feedIds?.length === 0 ? marked(ctx, userId, 0) : markAll(ctx, userId, before, feedIds));

/** Returns a job that is already done, for articles that were marked at once. */
const marked = (ctx: Pick<Context, 'jobs' | 'now' | 'newId'>, userId: string, count: number): Promise<Job> =>
  recordJob(ctx, userId, 'mark-read', count);

/** The endpoint that saves an article or lets it go. */
export const savedEndpoint = (
  ctx: NamesContext & SavingContext & SignalContext & SavedContext,
): HandlersOf<'setSaved'> => ({
  setSaved: async ({ reader: { user_id }, params: { article_id }, body: { is_saved, saved_at } }) => {
    const names = await loadNames(ctx, user_id);
    const entry = is_saved
      ? await saveArticle(ctx, user_id, article_id, (feedId) => names.feeds.get(feedId) ?? '', saved_at)
      : await unsaveArticle(ctx, user_id, article_id);
    await (is_saved ? noteSaved(ctx, entry) : noteSignal(ctx, entry, { is_saved }));
    return entryToRow(entry, names);
  },
});

/** The endpoints of the tags that a reader gives articles. */
export const tagEndpoints = (
  ctx: NamesContext & TaggingContext,
): HandlersOf<'listTags' | 'setTags' | 'renameTag' | 'deleteTag'> => ({
  listTags: async ({ reader: { user_id } }) => {
    const names = await ctx.tags.list(user_id);
    const counts = names.length === 0 ? new Map<string, number>() : await ctx.entries.countTagged(user_id);
    const listed = names.toSorted((a, b) => a.localeCompare(b, 'en'));
    return onlyPage(listed.map((name) => ({ name, article_count: counts.get(name) ?? 0 })));
  },
  setTags: async ({ reader: { user_id }, params: { article_id }, body: { tags } }) => {
    const names = await loadNames(ctx, user_id);
    const titleOf = (feedId: string) => names.feeds.get(feedId) ?? '';
    return entryToRow(await setTags(ctx, user_id, article_id, tags, titleOf), names);
  },
  renameTag: ({ reader: { user_id }, params: { name }, body }) => renameTag(ctx, user_id, name, body.name),
  deleteTag: ({ reader: { user_id }, params: { name } }) => deleteTag(ctx, user_id, name),
});

/** The endpoints by which a reader tells what they think of articles. */
export const opinionEndpoints = (
  ctx: SignalContext & Pick<Context, 'entries'>,
): HandlersOf<'getOpinion' | 'setOpinion' | 'notePassed'> => {
  const entryOf = async (userId: string, articleId: string) =>
    present(await ctx.entries.get(userId, articleId), ctx.now().toISOString());
  return {
    getOpinion: async ({ reader: { user_id }, params: { article_id } }) => {
      const signal = await ctx.learning.getSignal(await entryOf(user_id, article_id));
      return { opinion: signal?.opinion ?? null };
    },
    setOpinion: async ({ reader: { user_id }, params: { article_id }, body: { opinion } }) => {
      const isNoted = await noteSignal(ctx, await entryOf(user_id, article_id), { opinion });
      if (!isNoted)
        throw new DomainError(
          'LEARNING_OFF',
          'Omomi does not learn from what you like, so it would forget this opinion.',
        );
      return { opinion };
    },
    notePassed: async ({ reader: { user_id }, body: { article_ids } }) => {
      await notePassed(ctx, user_id, article_ids);
      return undefined;
    },
  };
};

import type { EndpointHandler, HandlersOf } from '../contract/endpoints/handlers.ts';
import { onlyPage } from '../contract/index.ts';
import { startJob } from '../jobs/start-job.ts';
import { addKeyword, type AddKeywordContext, recalculateSoon } from './add-keyword.ts';
import type { Context } from '../model/context.ts';
import { previewKeyword, type PreviewContext } from './preview-keyword.ts';
import { suggestKeywords, type SuggestContext } from './suggest-keywords.ts';
import { DomainError } from '../lib/errors.ts';
import type { EntryRow } from '../model/article/entry.ts';

const keywordUnknown = () => new DomainError('NOT_FOUND', 'You have no keyword with this id.');

type KeywordEndpoints =
  | 'addKeyword'
  | 'listKeywords'
  | 'updateKeyword'
  | 'deleteKeyword'
  | 'recalculate'
  | 'previewKeyword'
  | 'suggestKeywords'
  | 'getKeywordShares';

/**
 * The endpoints of keywords. Each change of a keyword has three steps: the write, the raised version, and the
 * recalculation. Repeating any of them is harmless.
 */
export const keywordEndpoints = (
  ctx: AddKeywordContext & PreviewContext & SuggestContext,
): HandlersOf<KeywordEndpoints> => {
  const { keywords } = ctx;
  return {
    addKeyword: ({ reader: { user_id }, body }) => addKeyword(ctx, user_id, body),
    listKeywords: async ({ reader: { user_id } }) => onlyPage(await keywords.list(user_id)),
    updateKeyword: async ({ reader: { user_id }, params: { keyword_id }, body }) => {
      const { weight, is_active, is_excluding } = body;
      const changed = await keywords.update(user_id, keyword_id, {
        ...(weight === undefined ? {} : { weight }),
        ...(is_active === undefined ? {} : { is_active }),
        ...(is_excluding === undefined ? {} : { is_excluding }),
      });
      if (changed === null) throw keywordUnknown();
      await recalculateSoon(ctx, user_id);
      return changed;
    },
    deleteKeyword: async ({ reader: { user_id }, params: { keyword_id } }) => {
      const existing = await keywords.get(user_id, keyword_id);
      if (existing !== null) await keywords.delete(user_id, keyword_id);
      // Recalculate even if the keyword is gone already: the call that deleted it may have been interrupted before this
      // step.
      await recalculateSoon(ctx, user_id);
      if (existing === null) throw keywordUnknown();
      return undefined;
    },
    recalculate: ({ reader: { user_id } }) => startJob(ctx, user_id, 'recalculate'),
    previewKeyword: ({ reader: { user_id }, body }) => previewKeyword(ctx, user_id, body),
    suggestKeywords: ({ reader: { user_id } }) => suggestKeywords(ctx, user_id),
    getKeywordShares: ({ reader: { user_id } }) => keywordShares(ctx, user_id),
  };
};

/** The time of reading that is looked at: 7 days. */
const WEEK_MS = 7 * 86_400_000;
/** The newest read articles that are looked at, for about 36 read units. */
const LOOKED_AT = 200;
/** A keyword counts from this part of the score on, as in the chips of an article. */
const COUNTS = 0.1;

/** Returns the keywords that count in an article. A score of 0 has the excluding ones that made it 0. */
const countingIn = ({ importance_score, top_reasons }: EntryRow): string[] =>
  top_reasons
    .filter(
      ({ contribution }) =>
        contribution !== 0 && Math.abs(contribution) >= COUNTS * Math.abs(importance_score ?? 0),
    )
    .map(({ keyword_id }) => keyword_id);

/** Tells how much of the last week's reading is about each keyword. It writes nothing. */
export const keywordShares = async (
  { entries, keywords, now }: Pick<Context, 'entries' | 'keywords' | 'now'>,
  user_id: string,
): ReturnType<EndpointHandler<'getKeywordShares'>> => {
  const at = now();
  const since = new Date(at.getTime() - WEEK_MS).toISOString();
  const [known, { rows }] = await Promise.all([
    keywords.list(user_id),
    entries.list({
      user_id,
      sort: 'published_at',
      filter: 'read',
      feed_ids: null,
      limit: LOOKED_AT,
      after: null,
      now: at.toISOString(),
    }),
  ]);
  const read = rows.filter(({ read_at }) => read_at !== null && read_at >= since);
  const counts = new Map<string, number>();
  for (const row of read)
    for (const keywordId of countingIn(row)) counts.set(keywordId, (counts.get(keywordId) ?? 0) + 1);
  return {
    since,
    read: read.length,
    items: known
      .filter(({ is_active }) => is_active)
      .map(({ keyword_id }) => ({ keyword_id, articles: counts.get(keyword_id) ?? 0 }))
      .toSorted((a, b) => b.articles - a.articles),
  };
};

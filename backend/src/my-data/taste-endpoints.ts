import type { HandlersOf } from '../contract/endpoints/handlers.ts';
import { TASTE_ARTICLES, TASTE_VERSION, type Taste } from '../contract/index.ts';
import { isSavedByReader, type EntryRow } from '../model/article/entry.ts';
import type { Context } from '../model/context.ts';
import { COUNTED } from '../scoring/learn.ts';
import { mergeTaste, type MergeContext } from './merge-taste.ts';

type TasteContext = MergeContext &
  Pick<Context, 'entries' | 'keywords' | 'learning' | 'rules' | 'tags' | 'now'>;

/** The endpoints by which a reader takes their taste elsewhere, as one file, and takes such a file in. */
export const tasteEndpoints = (ctx: TasteContext): HandlersOf<'exportTaste' | 'importTaste'> => ({
  exportTaste: ({ reader: { user_id } }) => tasteOf(ctx, user_id),
  importTaste: ({ reader: { user_id }, body }) => mergeTaste(ctx, user_id, body),
});

const tasteOf = async (ctx: TasteContext, userId: string): Promise<Taste> => {
  const [keywords, { rules }, tags, signals, articles] = await Promise.all([
    ctx.keywords.list(userId),
    ctx.rules.get(userId),
    ctx.tags.list(userId),
    ctx.learning.listSignals(userId, COUNTED),
    keptArticles(ctx, userId),
  ]);
  return {
    format: 'omomi-taste',
    version: TASTE_VERSION,
    exported_at: ctx.now().toISOString(),
    keywords: keywords.toSorted((a, b) => (a.text < b.text ? -1 : 1)),
    rules,
    tags: tags.toSorted(),
    signals,
    articles: articles.map((row) => ({
      article_id: row.article_id,
      title: row.title,
      link: row.link,
      is_saved: isSavedByReader(row),
      saved_at: row.saved_at,
      tags: [...row.own_tags],
    })),
  };
};

const PAGE = 500;

const keptSince = ({ saved_at, published_at }: EntryRow): string => saved_at ?? published_at;

/** Returns the articles that the reader saved, and those with tags of their own, the last 1,000. */
const keptArticles = async (ctx: TasteContext, user_id: string): Promise<EntryRow[]> => {
  const found = new Map<string, EntryRow>();
  const take = async (tag: string | undefined) => {
    let after: EntryRow | null = null;
    for (let read = 0; read < TASTE_ARTICLES; read += PAGE) {
      const { rows, has_more }: Awaited<ReturnType<Context['entries']['list']>> = await ctx.entries.list({
        user_id,
        sort: 'published_at',
        filter: tag === undefined ? 'saved' : 'all',
        feed_ids: null,
        tag,
        limit: PAGE,
        after,
        now: ctx.now().toISOString(),
      });
      for (const row of rows)
        if (isSavedByReader(row) || row.own_tags.length > 0) found.set(row.article_id, row);
      after = rows.at(-1) ?? null;
      if (!has_more) return;
    }
  };
  await take(undefined);
  for (const tag of await ctx.tags.list(user_id)) await take(tag);
  return [...found.values()]
    .toSorted((a, b) => (keptSince(a) < keptSince(b) ? 1 : -1))
    .slice(0, TASTE_ARTICLES);
};

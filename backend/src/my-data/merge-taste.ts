import pMap from 'p-map';
import { articleTags, TAGS_PER_READER, type Taken, type TakenTaste, type Taste } from '../contract/index.ts';
import { saveArticle } from '../articles/reading/saving.ts';
import { setTags, type TaggingContext } from '../articles/reading/tagging.ts';
import { addedRule } from '../delivery/rules/change-rules.ts';
import { addKeyword, recalculateSoon, type AddKeywordContext } from '../keywords/add-keyword.ts';
import { DomainError } from '../lib/errors.ts';
import { haveSame } from '../lib/lists.ts';
import { isSavedByReader, type Entry } from '../model/article/entry.ts';
import { isExpired } from '../model/article/expiry.ts';
import { asKnown, knownTag, withTags } from '../model/article/tags.ts';
import type { Context } from '../model/context.ts';
import { shownTitle } from '../model/feed/subscription.ts';
import { type StoredVector, textHash, toStored } from '../model/score/vector.ts';
import { COUNTED } from '../scoring/learn.ts';
import { signalTtl } from '../scoring/note-signal.ts';
import { entryVectors, type EntryVectorContext } from '../scoring/vectors.ts';

/** The context for taking a file of a reader's taste in. */
export type MergeContext = AddKeywordContext &
  TaggingContext &
  EntryVectorContext &
  Pick<Context, 'learning' | 'rules'>;

const CONCURRENT_WRITES = 8;

type Outcome = keyof Taken;

const count = (outcomes: readonly Outcome[]): Taken => {
  const taken: Taken = { added: 0, known: 0, left_out: 0 };
  for (const outcome of outcomes) taken[outcome] += 1;
  return taken;
};

/**
 * Adds what a file has to what the reader has. Nothing of the reader's own is changed or removed, so taking the same file in
 * again adds nothing:
 *
 * 1. Keywords that the reader has keep their weight; the others are added up to the limit.
 * 2. Rules that the reader has, word for word, stay where they are; the others follow after them.
 * 3. Tags are added up to the limit, spelt as the reader spells them.
 * 4. Of what was said about an article the later one counts, unless the reader does not let Omomi learn.
 * 5. Articles that are among the reader's are saved and get the tags too, since the time that the file tells.
 */
export const mergeTaste = async (ctx: MergeContext, userId: string, file: Taste): Promise<TakenTaste> => {
  const keywords = await addKeywords(ctx, userId, file.keywords);
  const rules = await addRules(ctx, userId, file.rules);
  const tags = await addTags(ctx, userId, file.tags);
  const signals = await addSignals(ctx, userId, file.signals);
  const articles = await addMarks(ctx, userId, file.articles);
  return {
    keywords: count(keywords),
    rules: count(rules),
    tags: count(tags),
    signals: count(signals),
    articles: count(articles),
  };
};

/** Runs a step of one item; an error of the domain, such as a limit, leaves the item out. */
const unlessRefused = async (
  run: () => Promise<Outcome>,
  known: DomainError['code'] | null = null,
): Promise<Outcome> => {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.code === known ? 'known' : 'left_out';
  }
};

/** Step 1. */
const addKeywords = async (
  ctx: MergeContext,
  userId: string,
  keywords: Taste['keywords'],
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = [];
  for (const keyword of keywords)
    outcomes.push(
      await unlessRefused(async () => {
        await addKeyword(ctx, userId, keyword);
        return 'added';
      }, 'KEYWORD_EXISTS'),
    );
  return outcomes;
};

/** Step 2. */
const addRules = async (
  { rules, now }: MergeContext,
  userId: string,
  wanted: Taste['rules'],
): Promise<Outcome[]> => {
  const at = now().toISOString();
  const outcomes: Outcome[] = [];
  for (const content of wanted)
    outcomes.push(
      await unlessRefused(async () => {
        let isNew = false;
        await rules.change(userId, (reader) => {
          const added = addedRule(reader.rules, userId, content, at);
          ({ isNew } = added);
          return isNew ? { ...reader, rules: added.rules } : null;
        });
        return isNew ? 'added' : 'known';
      }),
    );
  return outcomes;
};

/** Step 3. */
const addTags = async ({ tags }: MergeContext, userId: string, wanted: Taste['tags']): Promise<Outcome[]> => {
  let outcomes: Outcome[] = [];
  await tags.change(userId, (stored) => {
    const all = [...stored];
    outcomes = wanted.map((name): Outcome => {
      if (knownTag(all, name) !== undefined) return 'known';
      if (all.length >= TAGS_PER_READER) return 'left_out';
      all.push(name);
      return 'added';
    });
    return withTags(stored, all);
  });
  return outcomes;
};

type Signals = Taste['signals'];

/** Returns vectors by article_id: of the reader's articles by their texts, of others by their titles. */
const vectorsOf = async (
  ctx: MergeContext,
  entries: ReadonlyMap<string, Entry>,
  signals: Signals,
): Promise<Map<string, StoredVector>> => {
  const { vectors } = await entryVectors(ctx, [...entries.values()]);
  const found = new Map(vectors);
  const others = signals.filter(({ article_id, title }) => !found.has(article_id) && title.trim() !== '');
  if (others.length === 0) return found;
  const requests = others.map(({ title }) => ({ title, body: '', purpose: 'article' as const }));
  const results = await ctx.embedder.embed(requests);
  for (const [at, result] of results.entries()) {
    const [signal, request] = [others[at], requests[at]];
    if (signal !== undefined && request !== undefined && result.ok)
      found.set(signal.article_id, toStored(result.embedding, ctx.embedder.model, textHash(request)));
  }
  return found;
};

/** Step 4. */
const addSignals = async (ctx: MergeContext, userId: string, signals: Signals): Promise<Outcome[]> => {
  const profile = await ctx.profiles.get(userId);
  if (profile?.learns !== true) return signals.map(() => 'left_out');
  const now = ctx.now();
  const known = new Map(
    (await ctx.learning.listSignals(userId, COUNTED)).map((signal) => [signal.article_id, signal]),
  );
  const isLater = ({ article_id, noted_at }: Signals[number]) =>
    noted_at > (known.get(article_id)?.noted_at ?? '');
  const later = signals.filter(isLater);
  const ids = later.map(({ article_id }) => article_id);
  const entries = new Map((await ctx.entries.getMany(userId, ids)).map((entry) => [entry.article_id, entry]));
  const vectors = await vectorsOf(ctx, entries, later);
  const outcomes = await pMap(
    signals,
    async (signal): Promise<Outcome> => {
      if (!isLater(signal)) return 'known';
      const { article_id, title, opinion, is_saved, is_read_through } = signal;
      const said = new Date(Math.min(Date.parse(signal.noted_at), now.getTime()));
      const ttl = signalTtl(said);
      if (ttl * 1000 <= now.getTime()) return 'left_out';
      const noted_at = said.toISOString();
      const created_at = known.get(article_id)?.created_at ?? entries.get(article_id)?.created_at ?? noted_at;
      const vector = vectors.get(article_id) ?? null;
      await ctx.learning.noteSignal(
        { user_id: userId, article_id, created_at, title, noted_at, vector, ttl },
        { opinion, is_saved, is_read_through },
      );
      return 'added';
    },
    { concurrency: CONCURRENT_WRITES },
  );
  if (outcomes.includes('added')) {
    await ctx.profiles.noteLearnDue(userId, now.toISOString());
    await recalculateSoon(ctx, userId);
  }
  return outcomes;
};

/** Step 5. */
const addMarks = async (
  ctx: MergeContext,
  userId: string,
  articles: Taste['articles'],
): Promise<Outcome[]> => {
  const at = ctx.now().toISOString();
  const ids = articles.map(({ article_id }) => article_id);
  const entries = new Map((await ctx.entries.getMany(userId, ids)).map((entry) => [entry.article_id, entry]));
  const subscriptions = await ctx.subscriptions.list(userId);
  const titles = new Map(subscriptions.map((one) => [one.feed_id, shownTitle(one)]));
  const titleOf = (feedId: string) => titles.get(feedId) ?? '';
  const names = await ctx.tags.list(userId);
  return pMap(
    articles,
    ({ article_id, is_saved, saved_at, tags }) =>
      unlessRefused(async () => {
        const entry = entries.get(article_id);
        if (entry === undefined || isExpired(entry, at)) return 'left_out';
        const all = asKnown(names, [...entry.own_tags, ...tags]);
        const savesIt = is_saved && !isSavedByReader(entry);
        const tagsIt = !haveSame(all, entry.own_tags);
        if (tagsIt && !articleTags.safeParse({ tags: all }).success) return 'left_out';
        const since = saved_at ?? undefined;
        if (savesIt) await saveArticle(ctx, userId, article_id, titleOf, since);
        if (tagsIt) await setTags(ctx, userId, article_id, all, titleOf, since);
        return savesIt || tagsIt ? 'added' : 'known';
      }),
    { concurrency: CONCURRENT_WRITES },
  );
};

import type { ArticleRow, Language, Tier } from '../contract/index.ts';
import { htmlOf, readShownTexts } from '../articles/reading/shown-entry.ts';
import { digest } from '../lib/digest.ts';
import type { Context } from '../model/context.ts';
import { plainText } from '../parser/fields/text.ts';
import { languageOf } from '../model/rules/rule-subject.ts';
import { wordsIn } from '../languages/words-in.ts';
import { plain } from '../lib/markup.ts';
import { reasonsText } from '../languages/reasons-text.ts';
import { editionWords, type EditionWords } from './words.ts';
import { selectToday, type SelectTodayContext } from '../today/select-today.ts';
import { differencesOf, type Difference } from './differences.ts';

/** A story of an edition. All texts but `html` are plain. */
export type Chapter = {
  article_id: string;
  title: string;
  /** The language of the text, BCP 47; null if it cannot be told. */
  language: string | null;
  feed_title: string;
  author: string | null;
  published_at: string;
  link: string | null;
  reasons: string;
  /** Sanitised. */
  html: string;
  /** The other articles of the story. */
  others: { feed_title: string; title: string; link: string | null }[];
  /** The sentences in which its sources differ; empty unless the sources were compared. */
  differences: Difference[];
};

/** The stories of a book about what matters to a reader since a time, by the tiers that have any, the best first. */
export type Edition = {
  /** The same for the same reader and stories. */
  id: string;
  /** The day that it tells of, YYYY-MM-DD in UTC. */
  day: string;
  /** The end of the time that it tells of. */
  made_at: string;
  words: EditionWords;
  sections: { tier: Tier; chapters: Chapter[] }[];
};

export type EditionContext = SelectTodayContext & Pick<Context, 'articles' | 'sitePages' | 'saved' | 'log'>;

/** Hex digits of the name of a book. */
const ID_DIGITS = 32;
const TIERS: readonly Tier[] = ['must_read', 'worth_a_look', 'rest'];
/** Characters of a text that tell its language. Shorter texts are often taken for another one. */
const TELLING = 200;

const languageIn = (title: string, html: string): string | null => {
  const text = `${title} ${plainText(html)}`;
  return text.length < TELLING ? null : languageOf(text);
};

const chapterOf = (
  row: ArticleRow,
  body: { html: string; author: string | null },
  words: EditionWords,
): Omit<Chapter, 'differences'> => ({
  article_id: row.article_id,
  title: plain(row.title) || (row.link ?? words.untitled),
  language: languageIn(row.title, body.html),
  feed_title: plain(row.feed_title),
  author: body.author === null ? null : plain(body.author),
  published_at: row.published_at,
  link: row.link,
  reasons: plain(reasonsText(row.top_reasons, wordsIn(words.language))),
  html: body.html,
  others: (row.story?.others ?? []).map(({ feed_title, title, link }) => ({
    feed_title: plain(feed_title),
    title: plain(title),
    link,
  })),
});

/** The time that an edition tells of; without `until`, to now. */
export type Period = { since: string; until?: string };

/**
 * Gathers the best stories that reached a reader in a time, with the texts that the reader sees, also those that have been
 * read since. An article whose text cannot be read comes with its excerpt. Its words are in `language`, or in the one that the reader
 * chose. With `isCompared`, the texts of the other articles of each story are read, too, and compared.
 */
export const gatherEdition = async (
  ctx: EditionContext,
  userId: string,
  {
    since,
    until,
    limit,
    language,
    isCompared = false,
  }: Period & { limit: number; language?: Language; isCompared?: boolean },
): Promise<Edition> => {
  const [{ items }, profile, subscriptions] = await Promise.all([
    selectToday(ctx, userId, { since, until, unreadSince: since, limit }),
    ctx.profiles.get(userId),
    ctx.subscriptions.list(userId),
  ]);
  const words = editionWords(language ?? profile?.language ?? 'auto');
  const ids = items.map(({ article_id }) => article_id);
  const sourcesOf = (row: ArticleRow) => [row, ...(isCompared ? (row.story?.others ?? []) : [])];
  const read = new Set(items.flatMap((row) => sourcesOf(row).map(({ article_id }) => article_id)));
  const entries = await ctx.entries.getMany(userId, [...read]);
  const modes = new Map(subscriptions.map(({ feed_id, text_mode }) => [feed_id, text_mode]));
  const bodyOf = await readShownTexts(ctx, userId, { entries, modes }, (key, error) =>
    ctx.log.warn('the text of an edition cannot be read', { key, error }),
  );
  const entryOf = new Map(entries.map((entry) => [entry.article_id, entry]));
  const textOf = (articleId: string) => {
    const entry = entryOf.get(articleId);
    return entry === undefined ? null : bodyOf(entry);
  };
  const chapters = items.map((row) => {
    const body = textOf(row.article_id);
    const html = htmlOf(body, row.excerpt);
    const told = sourcesOf(row).map(({ article_id, feed_title }) => ({
      feed_title: plain(feed_title),
      html: textOf(article_id)?.content ?? '',
    }));
    return {
      tier: row.tier ?? ('rest' as const),
      chapter: {
        ...chapterOf(row, { html, author: body?.author ?? null }, words),
        differences: differencesOf(told),
      },
    };
  });
  return {
    id: digest(ID_DIGITS, userId, ...ids),
    day: (until === undefined ? ctx.now().toISOString() : since).slice(0, 10),
    made_at: until ?? ctx.now().toISOString(),
    words,
    sections: TIERS.map((tier) => ({
      tier,
      chapters: chapters.filter((each) => each.tier === tier).map(({ chapter }) => chapter),
    })).filter((section) => section.chapters.length > 0),
  };
};

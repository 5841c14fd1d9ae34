import { z } from 'zod';
import { fullText } from './texts.ts';
import { video } from './images.ts';
import { articleId, feedId, folderName, page, instant, timestamp } from './common.ts';
import { topReason } from './reasons.ts';

/**
 * `published_at`: the newest first; `oldest`: the oldest first; `importance_score`: the most important first. Saved articles and
 * those of a tag are the newer, the later they were saved.
 */
export const articleSort = z.enum(['published_at', 'oldest', 'importance_score']);
export const articleFilter = z.enum(['all', 'unread', 'read', 'saved']);

export const articleQuery = z.strictObject({
  sort: articleSort.default('published_at'),
  filter: articleFilter.default('all'),
  feed_id: feedId.optional(),
  folder: folderName.optional(),
  /** Only articles with this tag, of the reader’s own or of a rule, that stay because the reader tagged or saved them. */
  tag: z.string().min(1).max(24).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  /**
   * True to list the articles of one story as one row, with the others in its `story`. A page may have fewer rows than
   * `limit`.
   */
  fold: z.stringbool().optional(),
  /**
   * True to let interests share the top of a list by importance: a keyword counts less with each row that it explains.
   * A first page of fewer than 200 rows is chosen from the best 200, later pages are put in order within themselves.
   * Every row is on one page.
   */
  balance: z.stringbool().optional(),
  cursor: z.string().max(2500).optional(),
});

/**
 * The fields of a list row that entries carry in one attribute, `extra`, which every index of the table projects. So a
 * field that is added here needs no new table. It is null in entries that were stored before it was added.
 */
export const rowExtra = z.object({
  /** Minutes to read the text that the feed gives; null if it gives none, or if they were never counted. */
  reading_minutes: z.int().min(1).nullable(),
  /** The labels that the reader's rules gave the article, at most 3; null if there are none. */
  tags: z.array(z.string()).nullable(),
  /** The story that the article joined; null for the first one of its story. */
  story: z.string().max(12).nullable(),
  /** The earlier story that the article continues, as the next act of a saga; null if there is none. */
  continues: z.string().max(12).nullable(),
  /**
   * The address of a picture of the article, http or https, at most 300 bytes. Null if it has none that fits, and in
   * entries of older versions.
   */
  image_url: z.string().nullable(),
});

/** None of these is known. Articles, tests and samples start from it, so that a new field does not break them. */
export const noExtra: z.infer<typeof rowExtra> = {
  reading_minutes: null,
  tags: null,
  story: null,
  continues: null,
  image_url: null,
};

/** Another article of the same story in the same list. */
export const storyArticle = z.object({
  article_id: articleId,
  feed_id: feedId,
  feed_title: z.string(),
  title: z.string(),
  link: z.string().nullable(),
});

/** The story of a row, if the reader has several articles about one event. */
const rowStory = z.object({
  story_id: z.string(),
  /** Number of the reader's articles of the story in this list, with the row's own; 2 or more. */
  size: z.int().min(2),
  /** Number of feeds other than the row's own that they came from; 0 if all are of that feed. */
  other_sources: z.int().min(0),
  /** Up to five of them, without the row's own. */
  others: z.array(storyArticle),
});

const tier = z.enum(['must_read', 'worth_a_look', 'rest']);

/**
 * Bytes of a request that saves a page with its document. Lambda takes 6 MB with the request as a JSON string, in which each byte takes
 * two at most.
 */
export const MOST_SENT_BYTES = 2 * 1024 * 1024;

/** A page to save, with its document if the reader's browser sends it. */
export const savedPage = z.strictObject({
  url: z.string().trim().min(1).max(2000),
  html: z.string().min(1).max(MOST_SENT_BYTES).optional(),
});

export const articleRow = z.object({
  article_id: articleId,
  feed_id: feedId,
  feed_title: z.string(),
  /** True if the article was saved from a feed that the reader no longer follows. */
  is_former_feed: z.boolean(),
  link: z.string().nullable(),
  title: z.string(),
  /** The beginning of the text, plain, at most 300 bytes in UTF-8. It is cut after a word, with an ellipsis. */
  excerpt: z.string(),
  published_at: timestamp,
  is_date_estimated: z.boolean(),
  created_at: timestamp,
  /** The time when the article leaves the lists, unless it is saved or marked until then; null while it is saved. */
  expires_at: timestamp.nullable(),
  is_read: z.boolean(),
  read_at: timestamp.nullable(),
  is_saved: z.boolean(),
  /**
   * The time when the reader saved the article or, if only tags keep it, tagged it. Lists of saved articles and of a tag
   * know it, and so does the answer of one article; null in other lists, and if it was saved before the time was noted.
   */
  saved_at: timestamp.nullable(),
  /** The tags that the reader gave the article, in their order. While it has any, it stays as a saved one does. */
  own_tags: z.array(z.string()),
  /** The sum of the contributions as the list was read, freshness included; null until the article is scored. */
  importance_score: z.number().nullable(),
  /**
   * The score from 0 to 100 on a scale that is the same on every day: a fresh article that fully matches a keyword of
   * the reader's mean weight has 80. Null if there is no score.
   */
  importance_rank: z.int().min(0).max(100).nullable(),
  /**
   * The part of the scale in which the rank is: from 60, from 25, below. An article that is only weakly related to keywords is at most
   * worth a look. What was learned from the reader moves an article by one tier at most. Null if there is no score.
   */
  tier: tier.nullable(),
  /** Up to three of the largest contributions before freshness, those that raise the score first. */
  top_reasons: z.array(topReason),
  /**
   * Number of bookmarks at Hatena Bookmark, if the deployment counts them; null means unknown, which differs from 0.
   */
  bookmark_count: z.int().nullable(),
  ...rowExtra.shape,
  /** The key with which `GET /api/image` serves `image_url`; null if there is no picture. */
  image_key: z.string().nullable(),
  /** The other articles of the row's story, in a list that is folded and of one article; null if there are none. */
  story: rowStory.nullable(),
});

/**
 * A page of a list of articles. By importance, a list of one feed, of a folder or of saved articles ranks only its newest
 * articles, whose number is `ranked_of`, and does not list those that are older; null if the list is complete.
 */
export const articlePage = page(articleRow).extend({ ranked_of: z.int().min(1).nullable() });

export const todayQuery = z.strictObject({
  /** The most stories to show. */
  limit: z.coerce.number().int().min(1).max(50).default(12),
  /** Shows what arrived since this time instead of the last visit. */
  since: instant.optional(),
});

export const editionQuery = todayQuery
  .extend({
    /** A day in UTC, YYYY-MM-DD, whose stories are wanted, instead of `since`. */
    day: z.iso.date().optional(),
  })
  .refine(({ since, day }) => since === undefined || day === undefined, {
    error: 'since and day do not go together.',
    path: ['day'],
  });

/** The stories that matter since the last visit, the best first. */
export const today = z.object({
  items: z.array(articleRow),
  /** The stories that arrived since then. */
  since: timestamp,
  /** Number of stories since then that are not among the items, by tier; those without a score are of the rest. */
  left_out: z.object({
    must_read: z.int().min(0),
    worth_a_look: z.int().min(0),
    rest: z.int().min(0),
    /**
     * True if more arrived than was looked at, the newest 600 articles and the best 300: there are at least as many then as the
     * numbers say.
     */
    has_more: z.boolean(),
  }),
});

/** A part of a recording: where it begins, in seconds, and its title as plain text. */
export const chapter = z.object({ start: z.number(), title: z.string() });

export const enclosure = z.object({
  url: z.string(),
  type: z.string().nullable(),
  length: z.int().nullable(),
  /** The chapters that the feed states of this recording, in order, or the address of the document that has them. */
  chapters: z.union([z.string(), z.array(chapter)]).optional(),
});

export const chaptersQuery = z.strictObject({
  /** The address of an enclosure, as the article gives it. */
  url: z.string().min(1).max(8192),
});

export const article = articleRow.extend({
  /** Sanitised HTML. */
  content: z.string(),
  /** Plain text. */
  summary: z.string(),
  author: z.string().nullable(),
  enclosures: z.array(enclosure),
  /** The keys with which `GET /api/image` serves the pictures of `content` and of `videos`, by their addresses. */
  image_keys: z.record(z.string(), z.string()),
  /** The videos of YouTube and Vimeo that the article links to, is about or encloses, each once, at most 20. */
  videos: z.array(video),
  /** The source of `content`, and the reason if it is not the page. */
  full_text: fullText,
  /** As the feed names them, in plain text, at most 20. */
  categories: z.array(z.string()).default([]),
});

export const readMark = z
  .strictObject({
    is_read: z.boolean(),
    /** True if the reader read the article to its end. */
    is_read_through: z.boolean().optional(),
  })
  .refine(({ is_read, is_read_through }) => is_read || is_read_through !== true, {
    path: ['is_read_through'],
    error: 'An article that is marked unread was not read through.',
  });

export const savedMark = z.strictObject({
  is_saved: z.boolean(),
  /** The time when the reader saved it; a later one than now counts as now, which is the default. */
  saved_at: instant.optional(),
});

/** The most articles that one call marks. */
export const MARKED_AT_ONCE = 200;

const markedIds = z.array(articleId).min(1).max(MARKED_AT_ONCE);

export const readMarks = z.strictObject({ article_ids: markedIds, is_read: z.boolean() });

export const markedArticles = z.object({
  items: z.array(
    z.object({
      article_id: articleId,
      /**
       * `unchanged`: the article is as asked for already, or stays read because the reader no longer follows its feed.
       * `not_found`: the reader has no such article, or it has expired.
       */
      outcome: z.enum(['marked', 'unchanged', 'not_found']),
    }),
  ),
  /**
   * The articles that were marked read because another one of their story was, with the feed that counts each. Marking them
   * unread takes it back.
   */
  finished: z.array(z.object({ article_id: articleId, feed_id: feedId })),
});

export const markRead = z.union([
  z.strictObject({ article_ids: markedIds }),
  z.strictObject({
    before: instant,
    feed_id: feedId.optional(),
    /** Several feeds, which one mark covers. */
    feed_ids: z.array(feedId).min(1).max(1000).optional(),
    folder: folderName.optional(),
  }),
]);

export type ArticleQuery = z.infer<typeof articleQuery>;
export type ArticleRow = z.infer<typeof articleRow>;
export type ArticlePage = z.infer<typeof articlePage>;
export type Tier = z.infer<typeof tier>;
export type Today = z.infer<typeof today>;
export type RowStory = z.infer<typeof rowStory>;
export type RowExtra = z.infer<typeof rowExtra>;
export type Article = z.infer<typeof article>;
export type Chapter = z.infer<typeof chapter>;
export type Enclosure = z.infer<typeof enclosure>;

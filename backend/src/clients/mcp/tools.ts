import { z } from 'zod';
import {
  articleQuery,
  newFeed,
  newKeyword,
  searchQuery,
  todayQuery,
  type ArticleRow,
  type OpenedArticle,
  type Reason,
} from '../../contract/index.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import { DomainError } from '../../lib/errors.ts';
import { asReader, nothing, type ClientsContext } from '../shared/context.ts';
import { lineOf, parsePage } from '../../parser/html/page-tree.ts';
import { wordsIn } from '../../languages/words-in.ts';
import { reasonsText } from '../../languages/reasons-text.ts';

/** The use cases of the API, and who asks them. */
export type ToolCall = Pick<ClientsContext, 'handlers' | 'now'> & { reader: Reader; origin: string };

/** A tool of an assistant. What it takes is checked by the contract of the endpoint that it asks. */
type Tool<I extends z.ZodObject> = {
  description: string;
  input: I;
  /** True if it changes something, for which a token of scope `write` is needed. */
  writes: boolean;
  run: (call: ToolCall, input: z.output<I>) => Promise<object>;
};

export type AnyTool = {
  description: string;
  input: z.ZodObject;
  writes: boolean;
  run: (call: ToolCall, input: unknown) => Promise<object>;
};

const tool = <I extends z.ZodObject>({ input, run, ...rest }: Tool<I>): AnyTool => ({
  ...rest,
  input,
  run: (call, given) => run(call, input.parse(given)),
});

const DAY_MS = 24 * 3_600_000;

/** Returns what the contract makes of given values. @throws VALIDATION_FAILED */
const checked = <S extends z.ZodType>(schema: S, given: unknown): z.output<S> => {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new DomainError('VALIDATION_FAILED', `${issue?.path.join('.')}: ${issue?.message}`);
};

const request = ({ reader, origin }: ToolCall) => ({ ...nothing, ...asReader(reader, origin) });

const articleId = z.string().describe('The article_id of an article, as the lists give it');
const limit = (most: number) => z.int().min(1).max(most).optional().describe('The most articles to give');
const cursor = z
  .string()
  .optional()
  .describe('The next_cursor of the answer before, for the articles after those');

/** The tools by their names. */
export const tools: Readonly<Record<string, AnyTool>> = {
  today: tool({
    description:
      'The stories that matter most to the reader, the best first, with the reasons; of the last 24 hours, or since a time. It marks nothing.',
    input: z.object({
      since: z.iso.datetime({ offset: true }).optional().describe('Instead of the last 24 hours'),
      limit: limit(50),
    }),
    writes: false,
    run: async (call, given) => {
      const since = given.since ?? new Date(call.now().getTime() - DAY_MS).toISOString();
      const query = checked(todayQuery, { ...given, since });
      const { items, left_out } = await call.handlers.listToday({ ...request(call), query });
      return { articles: items.map(describeRow), left_out };
    },
  }),
  list_articles: tool({
    description:
      'The reader’s articles, newest first or by importance, of all feeds, of one feed or of one folder.',
    input: z.object({
      filter: z.enum(['unread', 'saved', 'all']).default('unread'),
      order: z.enum(['importance', 'newest']).default('importance'),
      feed_id: z.string().optional(),
      folder: z.string().optional(),
      limit: limit(100),
      cursor,
    }),
    writes: false,
    run: async (call, { order, filter, ...given }) => {
      const sort = order === 'newest' ? 'published_at' : 'importance_score';
      const query = checked(articleQuery, { limit: 30, ...given, filter, sort, fold: 'true' });
      const { items, next_cursor } = await call.handlers.listArticles({ ...request(call), query });
      return { articles: items.map(describeRow), next_cursor };
    },
  }),
  search_articles: tool({
    description:
      'Articles that match a query: words, "phrases", -not, OR, title: author: feed: folder: is:unread|read|saved after:2026-11-01 before: importance:>60, and like:words for what is near in meaning.',
    input: z.object({ query: z.string().min(1).max(500), limit: limit(50), cursor }),
    writes: false,
    run: async (call, { query: q, ...given }) => {
      const query = checked(searchQuery, { ...given, q });
      const { items, total, next_cursor } = await call.handlers.searchArticles({ ...request(call), query });
      return { total, articles: items.map(describeRow), next_cursor };
    },
  }),
  read_article: tool({
    description: 'One article with its text, and why it ranks where it does. It is not marked as read.',
    input: z.object({ article_id: articleId }),
    writes: false,
    run: async (call, params) =>
      describeArticle(await call.handlers.getArticle({ ...request(call), params })),
  }),
  why: tool({
    description:
      'Why an article ranks where it does: every keyword of the reader with its share of the score.',
    input: z.object({ article_id: articleId }),
    writes: false,
    run: async (call, params) => {
      const { items } = await call.handlers.getReasons({ ...request(call), params });
      return { reasons: describeReasons(items) };
    },
  }),
  list_feeds: tool({
    description: 'The feeds that the reader follows, with their folders and numbers of unread articles.',
    input: z.object({}),
    writes: false,
    run: async (call) => {
      const { items } = await call.handlers.listFeeds({ ...request(call) });
      return {
        feeds: items.map(({ feed_id, title, folder, site_url, unread_count }) => ({
          feed_id,
          title,
          folder,
          site_url,
          unread_count,
        })),
      };
    },
  }),
  list_keywords: tool({
    description: 'The reader’s keywords with their weights, by which articles are ranked.',
    input: z.object({}),
    writes: false,
    run: async (call) => {
      const { items } = await call.handlers.listKeywords({ ...request(call) });
      return {
        keywords: items.map(({ text, weight, is_active, is_excluding }) => ({
          text,
          weight,
          is_active,
          is_excluding,
        })),
      };
    },
  }),
  save_article: tool({
    description: 'Saves an article, so that it is kept, or lets it go.',
    input: z.object({ article_id: articleId, is_saved: z.boolean().default(true) }),
    writes: true,
    run: async (call, { article_id, is_saved }) =>
      describeRow(
        await call.handlers.setSaved({ ...request(call), params: { article_id }, body: { is_saved } }),
      ),
  }),
  mark_read: tool({
    description: 'Marks articles as read, or as unread. The other articles of a story follow.',
    input: z.object({
      article_ids: z.array(articleId).min(1).max(200),
      is_read: z.boolean().default(true),
    }),
    writes: true,
    run: (call, body) => call.handlers.setReadOfMany({ ...request(call), body }),
  }),
  add_feed: tool({
    description: 'Follows a feed, by its address or by that of a page that names one.',
    input: z.object({ url: z.string(), folder: z.string().optional() }),
    writes: true,
    run: async (call, given) => {
      const added = await call.handlers.addFeed({ ...request(call), body: checked(newFeed, given) });
      return { feed_id: added.feed_id, title: added.title, folder: added.folder };
    },
  }),
  add_keyword: tool({
    description:
      'Adds a keyword by which articles are ranked. A weight of 1 is usual; is_excluding pushes articles down instead.',
    input: z.object({
      text: z.string(),
      weight: z.number().optional(),
      is_excluding: z.boolean().optional(),
    }),
    writes: true,
    run: async (call, given) => {
      const { text, weight } = await call.handlers.addKeyword({
        ...request(call),
        body: checked(newKeyword, given),
      });
      return { text, weight };
    },
  }),
};

/** Returns an article of a list in the few fields that an assistant needs. */
const describeRow = (row: ArticleRow) => ({
  article_id: row.article_id,
  title: row.title,
  feed: row.feed_title,
  link: row.link,
  published_at: row.published_at,
  tier: row.tier,
  /** From 0 to 100; null if it is not scored. */
  importance: row.importance_rank,
  why: reasonsText(row.top_reasons, wordsIn('en')),
  excerpt: row.excerpt,
  is_read: row.is_read,
  is_saved: row.is_saved,
  ...(row.story === null
    ? {}
    : {
        also_in: row.story.others.map(({ article_id, feed_title, title }) => ({
          article_id,
          feed: feed_title,
          title,
        })),
      }),
});

/** Returns the reasons for an article's rank: each share of its score, the largest first. */
const describeReasons = (reasons: readonly Reason[]) =>
  reasons.map(({ kind, keyword_text, contribution, passage }) => ({
    kind,
    keyword: keyword_text,
    share_of_score: contribution,
    passage: passage ?? null,
  }));

const BLOCK = /^(?:p|h[1-6]|li|blockquote|pre|tr|figure|figcaption)$/;

/** Returns the text of HTML, a paragraph a line. */
const textOf = (html: string): string => {
  const lines: string[] = [];
  const read = (node: ReturnType<typeof parsePage>): void => {
    const inner = node.children.filter((child) => typeof child !== 'string');
    const isBlock = BLOCK.test(node.name) && !inner.some(({ name }) => BLOCK.test(name));
    if (isBlock || inner.length === 0) {
      const line = lineOf(node);
      if (line !== '') lines.push(line);
      return;
    }
    for (const child of node.children) {
      if (typeof child !== 'string') read(child);
      else if (child.trim() !== '') lines.push(child.replace(/\s+/g, ' ').trim());
    }
  };
  read(parsePage(html));
  return lines.join('\n');
};

/** Characters of an article's text that are given at once. */
const MOST_TEXT = 40_000;

const describeArticle = (article: OpenedArticle) => {
  const text = textOf(article.content) || article.summary;
  return {
    ...describeRow(article),
    author: article.author,
    reasons: describeReasons(article.reasons),
    text: text.slice(0, MOST_TEXT),
    is_cut_off: text.length > MOST_TEXT,
  };
};

import {
  feedAddressUnknown,
  useFeedAddress,
  type UseFeedAddressContext,
} from '../../accounts/feed-addresses.ts';
import {
  todayQuery,
  type AddressedList,
  type ArticleQuery,
  type ArticleRow,
  type ServedDocument,
} from '../../contract/index.ts';
import type { ApiHandlers, HandlersOf, Reader } from '../../contract/endpoints/handlers.ts';
import { digest } from '../../lib/digest.ts';
import { shownTitle } from '../../model/feed/subscription.ts';
import type { Highlight } from '../../model/article/highlight.ts';
import type { Context } from '../../model/context.ts';
import { selectToday, type SelectTodayContext } from '../../today/select-today.ts';
import { wordsIn } from '../../languages/words-in.ts';
import { plain, escaped } from '../../lib/markup.ts';
import type { Words } from '../../languages/words.ts';
import { feedsAsOpml } from '../../feeds/import/opml-endpoints.ts';
import { asReader, nothing } from '../shared/context.ts';
import { loadItems, type LoadItemsContext } from '../shared/load-items.ts';
import {
  articleItem,
  feedDocument,
  highlightItem,
  writeAtom,
  writeJsonFeed,
  type FeedDocument,
} from './feed-document.ts';

type FeedByAddressContext = SelectTodayContext &
  UseFeedAddressContext &
  LoadItemsContext &
  Pick<Context, 'savedSearches' | 'subscriptions' | 'highlights' | 'feeds' | 'folders'> & {
    lists: Pick<ApiHandlers, 'listArticles' | 'searchArticles'>;
  };

/** The time that Today's feed shows: long enough for a client that asks once a day, and for a weekend. */
const WINDOW_MS = 72 * 3_600_000;
const { limit: TODAY_ROWS } = todayQuery.parse({});
/** The most articles or highlights of the feed of another list. */
const LIST_ROWS = 50;

/** The rows of a list, or highlights in their place, its title, and the path of its page. */
type Shown = { rows: ArticleRow[]; highlights?: Highlight[]; title: string; path: string };

/**
 * The endpoint that shows a list as a feed to whoever has its address. What is read in Omomi stays in Today's feed as long as
 * it is kept, since a client would take an item that goes for one that was withdrawn.
 */
export const feedByAddressEndpoint = (ctx: FeedByAddressContext): HandlersOf<'getFeedByAddress'> => ({
  getFeedByAddress: async ({ params: { file }, query: { full }, viewer: { origin } }) => {
    const [secret = '', format] = file.split('.');
    const used = await useFeedAddress(ctx, secret);
    if (used === null) throw feedAddressUnknown();
    const { user_id, list, created_at } = used.address;
    // An address of articles must not tell the addresses of feeds, which may be private.
    if ((list.kind === 'feeds') !== (format === 'opml')) throw feedAddressUnknown();
    if (list.kind === 'feeds')
      // The time of the document is that of the address, so that the same feeds give the same document.
      return { text: await feedsAsOpml(ctx, user_id, new Date(created_at)), content_type: 'text/x-opml' };
    const words = wordsIn(used.profile?.language ?? 'auto');
    const shown = await shownOf(ctx, user_id, list, words);
    const ids = shown.rows.map(({ article_id }) => article_id);
    const loaded = full === true ? await loadItems(ctx, user_id, { ids, origin }) : [];
    const head = {
      id: idOf(user_id, list),
      title: plain(shown.title),
      home: `${origin}${shown.path}`,
      self: `${origin}/api/out/${file}${full === true ? '?full=1' : ''}`,
    };
    const texts = new Map(loaded.map(({ row, content }) => [row.article_id, content]));
    const items =
      shown.highlights?.map((each) => highlightItem(each, words)) ??
      shown.rows.map((row) => articleItem(row, words, texts.get(row.article_id)));
    const feed = feedDocument(head, items, { words, madeAt: created_at });
    return writers[format === 'json' || format === 'html' ? format : 'atom'](feed);
  },
});

/** The formats of a list, by the ends of its addresses. */
const writers: Record<'atom' | 'json' | 'html', (feed: FeedDocument) => ServedDocument> = {
  atom: (feed) => ({ text: writeAtom(feed), content_type: 'application/atom+xml' }),
  json: (feed) => ({ text: writeJsonFeed(feed), content_type: 'application/feed+json' }),
  html: (feed) => ({ text: writePage(feed), content_type: 'text/html' }),
};

/** The id of the feed of a list, the same under all of its addresses. */
const idOf = (userId: string, list: AddressedList): string =>
  list.kind === 'today'
    ? `urn:omomi:today:${digest(32, `today ${userId}`)}`
    : `urn:omomi:list:${digest(32, `list ${userId} ${JSON.stringify(list)}`)}`;

/** Returns what a list shows now. @throws NOT_FOUND if the feed or the saved search of the list is gone */
const shownOf = async (
  ctx: FeedByAddressContext,
  user_id: string,
  list: Exclude<AddressedList, { kind: 'feeds' }>,
  words: Words,
): Promise<Shown> => {
  const newest = (query: Partial<ArticleQuery>) => newestOf(ctx, user_id, query);
  switch (list.kind) {
    case 'today':
      return { rows: await todayRows(ctx, user_id), title: words.title, path: '/today' };
    case 'all':
    case 'unread':
    case 'saved': {
      const rows = await newest({ filter: list.kind });
      return { rows, title: words.titleOf(words.lists[list.kind]), path: pathOf({ filter: list.kind }) };
    }
    case 'highlights': {
      const title = words.titleOf(words.lists.highlights);
      return { rows: [], highlights: await newestHighlights(ctx, user_id), title, path: '/#highlights' };
    }
    case 'feed': {
      const { feed_id } = list;
      const subscription = await ctx.subscriptions.get(user_id, feed_id);
      if (subscription === null) throw feedAddressUnknown();
      const title = words.titleOf(shownTitle(subscription));
      return { rows: await newest({ feed_id }), title, path: pathOf({ feed: feed_id }) };
    }
    case 'folder': {
      const { folder } = list;
      return { rows: await newest({ folder }), title: words.titleOf(folder), path: pathOf({ folder }) };
    }
    case 'tag': {
      const { tag } = list;
      return { rows: await newest({ tag }), title: words.titleOf(tag), path: pathOf({ tag }) };
    }
    case 'search': {
      const searches = await ctx.savedSearches.list(user_id);
      const search = searches.find(({ search_id }) => search_id === list.search_id);
      if (search === undefined) throw feedAddressUnknown();
      const { items } = await ctx.lists.searchArticles({
        ...nothing,
        ...asReader(readerOf(user_id), ''),
        query: { q: search.q, order: 'time', limit: LIST_ROWS, tz: 'UTC' },
      });
      const query = new URLSearchParams({ q: search.q, order: 'time' });
      return { rows: items, title: words.titleOf(search.name), path: `/search?${query.toString()}` };
    }
  }
};

const pathOf = (query: Record<string, string>): string => `/?${new URLSearchParams(query).toString()}`;

/** The reader of an address, who may only read. */
const readerOf = (user_id: string): Reader => ({ user_id, is_owner: false, via: 'token', scope: 'read' });

const todayRows = async (ctx: FeedByAddressContext, userId: string): Promise<ArticleRow[]> => {
  const since = new Date(ctx.now().getTime() - WINDOW_MS).toISOString();
  return (await selectToday(ctx, userId, { since, unreadSince: since, limit: TODAY_ROWS })).items;
};

const HIGHLIGHTS_A_READ = 200;

/** Returns the newest highlights. They are stored by article, so all are read. */
const newestHighlights = async (
  { highlights }: Pick<Context, 'highlights'>,
  userId: string,
): Promise<Highlight[]> => {
  const all: Highlight[] = [];
  for (let has_more = true; has_more;) {
    const page = await highlights.list(userId, all.at(-1) ?? null, HIGHLIGHTS_A_READ);
    all.push(...page.items);
    ({ has_more } = page);
  }
  return all.toSorted((a, b) => (a.made_at < b.made_at ? 1 : -1)).slice(0, LIST_ROWS);
};

/** Returns the newest articles of a list, one for each story. */
const newestOf = async (
  { lists }: FeedByAddressContext,
  userId: string,
  query: Partial<ArticleQuery>,
): Promise<ArticleRow[]> => {
  const { items } = await lists.listArticles({
    ...nothing,
    ...asReader(readerOf(userId), ''),
    query: { sort: 'published_at', filter: 'all', limit: LIST_ROWS, fold: true, ...query },
  });
  return items;
};

/** Black on white, because the screens of e-readers have few greys. Pictures are left out, which would be loaded from other sites. */
const style = `
body{margin:0 auto;max-width:36em;padding:1em;background:#fff;color:#000;font:1.3em/1.5 serif;overflow-wrap:anywhere}
h1{font-size:1.3em;margin:0}
h2{font-size:1.15em;line-height:1.3;margin:1.2em 0 0;padding-top:.8em;border-top:2px solid #000}
p{margin:.4em 0}
a{color:#000}
h2 a{text-decoration:none}
img,video,audio,iframe{display:none}
pre{white-space:pre-wrap}
`.trim();

/**
 * Writes a list as a light page for the browsers of e-readers: HTML without a script, in large letters, black on white. The content of
 * items is sanitised or escaped already.
 */
const writePage = ({ language, title, items }: FeedDocument): string =>
  [
    '<!doctype html>',
    `<html lang="${language}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<title>${escaped(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${escaped(title)}</h1>`,
    ...items.flatMap((item) => [
      '<article>',
      `<h2>${item.link === null ? escaped(item.title) : `<a href="${escaped(item.link)}">${escaped(item.title)}</a>`}</h2>`,
      `<p><small>${escaped(item.author)}</small></p>`,
      item.content,
      '</article>',
    ]),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');

import { strToU8, zipSync } from 'fflate';

/** An article as the samples of all readers have it. */
export type Exported = {
  url: string;
  title?: string;
  content?: string;
  /** Seconds since 1970. */
  published?: number;
  starred?: boolean;
  read?: boolean;
  labels?: readonly string[];
  feed?: { url: string; title: string };
};

const PUBLISHED = 1_550_000_000;

const full = (one: Exported) => ({
  title: `Title of ${one.url}`,
  content: `<p>Text of ${one.url}</p>`,
  published: PUBLISHED,
  starred: false,
  read: false,
  labels: [],
  feed: { url: 'https://blog.example/feed', title: 'Blog' },
  ...one,
});

/** FreshRSS: `app/views/helpers/export/articles.phtml` and `toGReader('freshrss')` of `app/Models/Entry.php`, release 1.24. */
export const freshRss = (articles: Exported[], type = 'starred') => ({
  id: `user/ann/state/org.freshrss/${type}`,
  title: 'List of favourite articles',
  author: 'ann',
  items: articles.map(full).map((one, n) => ({
    id: `tag:google.com,2005:reader/item/000628a8d33f0${n.toString(16).padStart(3, '0')}`,
    crawlTimeMsec: `${one.published}123`,
    timestampUsec: `${one.published}123456`,
    published: one.published,
    title: one.title,
    canonical: [{ href: one.url }],
    alternate: [{ href: one.url, type: 'text/html' }],
    categories: [
      'user/-/state/com.google/reading-list',
      `user/-/state/com.google/${one.read ? 'read' : 'unread'}`,
      ...(one.starred ? ['user/-/state/com.google/starred'] : []),
      ...one.labels.map((label) => `user/-/label/${label}`),
      'a word of the publisher',
    ],
    origin: {
      streamId: 'feed/6',
      htmlUrl: 'https://blog.example/',
      title: one.feed.title,
      feedUrl: one.feed.url,
    },
    content: { content: one.content },
    guid: one.url,
    author: 'Ann',
  })),
});

/**
 * Inoreader: the export in nextcloud/news issue 294, and https://www.inoreader.com/developers/stream-contents. Folders of feeds
 * are among the labels.
 */
export const inoreader = (articles: Exported[], folder?: string) => ({
  direction: 'ltr',
  id: 'user/-/state/com.google/starred',
  title: 'Starred',
  self: {
    href: 'http://www.inoreader.com/reader/api/0/stream/contents/user/-/state/com.google/starred?output=json',
  },
  updated: PUBLISHED,
  updatedUsec: `${PUBLISHED}000000`,
  items: articles.map(full).map((one) => ({
    crawlTimeMsec: `${one.published}000`,
    timestampUsec: `${one.published}000000`,
    id: 'tag:google.com,2005:reader/item/00000003ba05f2fa',
    categories: [
      'user/1005680622/state/com.google/reading-list',
      ...(one.read ? ['user/1005680622/state/com.google/read'] : []),
      'user/1005680622/state/com.google/starred',
      ...one.labels.map((label) => `user/1005680622/label/${label}`),
      ...(folder === undefined ? [] : [`user/1005680622/label/${folder}`]),
    ],
    title: one.title,
    published: one.published,
    updated: 0,
    starred: one.published + 3600,
    canonical: [{ href: one.url }],
    alternate: [{ href: one.url, type: 'text/html' }],
    summary: { direction: 'ltr', content: one.content },
    author: 'Ann',
    origin: { streamId: `feed/${one.feed.url}`, title: one.feed.title, htmlUrl: 'https://blog.example/' },
  })),
});

/** Miniflux: `entriesResponse` of `internal/api/messages.go`, `internal/model/entry.go` and `feed.go`. `tags` are the publisher's. */
export const miniflux = (articles: Exported[]) => ({
  total: articles.length,
  entries: articles.map(full).map((one, n) => ({
    id: n + 1,
    user_id: 1,
    feed_id: 7,
    status: one.read ? 'read' : 'unread',
    hash: 'f00',
    title: one.title,
    url: one.url,
    comments_url: '',
    published_at: new Date(one.published * 1000).toISOString(),
    created_at: new Date(one.published * 1000).toISOString(),
    changed_at: new Date(one.published * 1000).toISOString(),
    content: one.content,
    author: 'Ann',
    share_code: '',
    starred: one.starred,
    reading_time: 1,
    enclosures: [],
    feed: {
      id: 7,
      feed_url: one.feed.url,
      site_url: 'https://blog.example/',
      title: one.feed.title,
      category: { id: 1, title: 'News' },
    },
    tags: ['a word of the publisher'],
  })),
});

/** Feedly: `GET /v3/streams/contents`, https://feedly.helpscoutdocs.com/article/179 and https://developer.feedly.com/cloud/. */
export const feedly = (articles: Exported[]) => ({
  id: 'enterprise/acme/tag/45c32255',
  updated: PUBLISHED * 1000,
  items: articles.map(full).map((one) => ({
    id: `A=_13fb9d6f274:${one.url}`,
    title: one.title,
    author: 'Ann',
    alternate: [{ type: 'text/html', href: one.url }],
    origin: { streamId: `feed/${one.feed.url}`, htmlUrl: 'https://blog.example/', title: one.feed.title },
    unread: !one.read,
    published: one.published * 1000,
    crawled: one.published * 1000,
    actionTimestamp: one.published * 1000 + 3_600_000,
    categories: [{ id: 'user/c805fcbf/category/tech', label: 'tech' }],
    tags: [
      ...(one.starred ? [{ id: 'user/c805fcbf/tag/global.saved', label: 'Saved' }] : []),
      ...one.labels.map((label) => ({ id: `user/c805fcbf/tag/${label}`, label })),
    ],
    content: { direction: 'ltr', content: one.content },
  })),
});

export const opmlOf = (...feeds: { url: string; title: string; folder?: string }[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><opml version="2.0"><body>${feeds
    .map(({ url, title, folder }) => {
      const row = `<outline text="${title}" type="rss" xmlUrl="${url}"/>`;
      return folder === undefined ? row : `<outline text="${folder}">${row}</outline>`;
    })
    .join('')}</body></opml>`;

export const jsonBytes = (document: unknown): Uint8Array => strToU8(JSON.stringify(document));

/** The archive that FreshRSS makes of several files: `zip` of `app/Services/ExportService.php`. */
export const zipOf = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? strToU8(file) : file]),
    ),
  );

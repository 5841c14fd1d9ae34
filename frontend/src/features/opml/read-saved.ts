import { BROUGHT_AT_ONCE, type BroughtArticle, ownTag } from '@omomi/backend/contract';
import { z } from 'zod';

/** The most bytes of the articles of one request, which may have 1 MB, and of one text, without which an article goes. */
const REQUEST_BYTES = 800_000;
const TEXT_BYTES = 600_000;

const link = z.array(z.object({ href: z.string() })).catch([]);
const html = z.object({ content: z.string() }).catch({ content: '' });

/** What FreshRSS, Inoreader, The Old Reader and Google Takeout write: the form of Google Reader. */
const googleReader = z.object({
  id: z.string().catch(''),
  items: z.array(
    z.object({
      title: z.union([z.string(), z.object({ content: z.string() })]).catch(''),
      canonical: link,
      alternate: link,
      content: html,
      summary: html,
      author: z.string().catch(''),
      /** Seconds since 1970. */
      published: z.number().gt(0).nullable().catch(null),
      categories: z.array(z.string()).catch([]),
    }),
  ),
});

const jsonFeed = z.object({
  version: z.string().regex(/^https:\/\/jsonfeed\.org\/version\//),
  items: z.array(
    z.object({
      url: z.string().catch(''),
      title: z.string().catch(''),
      content_html: z.string().catch(''),
      date_published: z.iso.datetime({ offset: true }).nullable().catch(null),
      authors: z.array(z.object({ name: z.string().catch('') })).catch([]),
      tags: z.array(z.string()).catch([]),
    }),
  ),
});

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Returns labels as names of tags; a longer one is cut. */
const tagsOf = (labels: readonly string[]): string[] =>
  [
    ...new Set(labels.flatMap((label) => ownTag.safeParse(label.trim().slice(0, 24).trim()).data ?? [])),
  ].slice(0, 20);

type Fields = Pick<
  BroughtArticle,
  'url' | 'title' | 'content' | 'author' | 'published_at' | 'is_saved' | 'tags'
>;

const broughtOf = (fields: Fields): BroughtArticle[] =>
  fields.url === ''
    ? []
    : [
        {
          ...fields,
          title: fields.title?.slice(0, 2000) || null,
          author: fields.author?.slice(0, 300) || null,
          content: bytesOf(fields.content) > TEXT_BYTES ? '' : fields.content,
          // The files do not say when an article was saved. By its own date the order stays what it was.
          saved_at: fields.published_at,
        },
      ];

const STARRED = /(?:\/state\/com\.google\/starred|^user\/[^/]+\/state\/org\.freshrss\/starred)$/;
const LABEL = /^user\/[^/]+\/label\/(.+)$/;

/**
 * Returns the saved and labelled articles of a file, in the form of Google Reader or as a JSON Feed, of which all count as
 * saved. Null if the file has neither form.
 */
export const readSaved = (text: string): BroughtArticle[] | null => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const feed = jsonFeed.safeParse(json).data;
  if (feed !== undefined)
    return feed.items.flatMap(({ url, title, content_html, date_published, authors, tags }) =>
      broughtOf({
        url,
        title,
        content: content_html,
        author: authors[0]?.name ?? null,
        published_at: date_published,
        is_saved: true,
        tags: tagsOf(tags),
      }),
    );
  const reader = googleReader.safeParse(json).data;
  if (reader === undefined) return null;
  const areStarred = STARRED.test(reader.id);
  return reader.items.flatMap((item) => {
    const is_saved = areStarred || item.categories.some((each) => STARRED.test(each));
    const tags = tagsOf(item.categories.flatMap((each) => LABEL.exec(each)?.[1] ?? []));
    if (!is_saved && tags.length === 0) return [];
    return broughtOf({
      url: item.canonical[0]?.href ?? item.alternate[0]?.href ?? '',
      title: typeof item.title === 'string' ? item.title : item.title.content,
      content: item.content.content || item.summary.content,
      author: item.author,
      published_at: item.published === null ? null : new Date(item.published * 1000).toISOString(),
      is_saved,
      tags,
    });
  });
};

/** Returns articles in groups of which each is small enough for one request. */
export const inRequests = (articles: readonly BroughtArticle[]): BroughtArticle[][] => {
  const groups: BroughtArticle[][] = [];
  let bytes = Infinity;
  for (const article of articles) {
    const size = bytesOf(JSON.stringify(article));
    const last = groups.at(-1);
    if (last === undefined || last.length >= BROUGHT_AT_ONCE || bytes + size > REQUEST_BYTES) {
      groups.push([article]);
      bytes = size;
    } else {
      last.push(article);
      bytes += size;
    }
  }
  return groups;
};

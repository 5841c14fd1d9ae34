import { statedPicture } from '../html/pictures.ts';
import type { RdfFeed, RssFeed } from 'feedsmith';
import {
  categoryNames,
  authorNames,
  contentAndSummary,
  enclosure,
  enclosures,
  firstDate,
  firstText,
  mediaDescription,
  mediaTitle,
  hubAndSelf,
  isWebAddress,
  joinBases,
  webLink,
  scheduleHints,
} from '../fields/item-fields.ts';
import { withChapters } from '../fields/chapters.ts';
import type { UnboundedFeed } from '../fields/limits.ts';
import type { ParsedItem } from '../fields/parsed-feed.ts';
import { escapeHtml, plainText, textOrNull, titleText } from '../fields/text.ts';

type RssItem = RssFeed.Item<string>;
type RdfItem = RdfFeed.Item<string>;

const mediaText = (media: Parameters<typeof mediaDescription>[0]): string | undefined => {
  const description = mediaDescription(media);
  if (description === null) {
    return undefined;
  }
  return description.isHtml ? description.text : escapeHtml(description.text);
};

type Shared = RssItem | RdfItem;

const dates = (
  item: Shared,
  pubDate: string | undefined,
): Pick<ParsedItem, 'published_at' | 'updated_at'> => {
  const updated = firstDate(item.atom?.updated, item.dcterms?.modified?.[0]);
  const published = firstDate(
    pubDate,
    item.dc?.dates?.[0],
    item.atom?.published,
    item.dcterms?.issued?.[0],
    item.dcterms?.created?.[0],
    item.dcterms?.dates?.[0],
  );
  return { published_at: published ?? updated, updated_at: updated };
};

const atomLink = (item: Shared, base: string | null): string | null => {
  const link = item.atom?.links?.find((candidate) => (candidate.rel ?? 'alternate') === 'alternate');
  return webLink(link?.href, base);
};

/** Returns the address in a guid, unless the item says that it is none; a relative one begins with a slash. */
const permalink = ({ guid: stated }: RssItem, guid: string | null, base: string | null): string | null => {
  if (guid === null || stated?.isPermaLink === false) return null;
  const text = guid.trim();
  return isWebAddress(text) ? text : /^\/[^\s/]\S*$/.test(text) ? webLink(text, base) : null;
};

const fromRssItem = (item: RssItem, feedBase: string | null): ParsedItem => {
  const base = joinBases(feedBase, item.xml?.base);
  const guid = item.guid?.value ?? item.atom?.id ?? item.dc?.identifiers?.[0] ?? null;
  const { content, summary } = contentAndSummary(
    firstText(item.content?.encoded, item.atom?.content?.value),
    firstText(
      item.description,
      item.dc?.descriptions?.[0],
      item.atom?.summary?.value,
      item.itunes?.summary,
      mediaText(item.media),
    ),
  );
  const enclosed = withChapters(
    enclosures(
      (item.enclosures ?? []).map((found) => enclosure(found.url, found.type, found.length, base)),
      item.media,
      base,
    ),
    item,
    base,
  );
  return {
    guid,
    link: webLink(item.link, base) ?? atomLink(item, base) ?? permalink(item, guid, base),
    title: titleText(
      firstText(
        item.title,
        item.atom?.title?.value,
        item.dc?.titles?.[0],
        mediaTitle(item.media),
        item.itunes?.title,
      ) ?? '',
    ),
    content,
    summary,
    author: authorNames(
      item.dc?.creators ??
        item.authors ??
        item.atom?.authors ??
        (item.itunes?.author === undefined ? [] : [item.itunes.author]),
    ),
    categories: categoryNames(
      item.categories?.map(({ name }) => name),
      item.dc?.subjects,
      item.atom?.categories?.map(({ label, term }) => label ?? term),
    ),
    ...dates(item, item.pubDate),
    enclosures: enclosed,
    image_url: statedPicture(item.media, enclosed, [item.itunes?.image], base),
  };
};

const fromRdfItem = (item: RdfItem, feedBase: string | null): ParsedItem => {
  const base = joinBases(feedBase, item.xml?.base);
  const guid = item.rdf?.about ?? item.dc?.identifiers?.[0] ?? null;
  const { content, summary } = contentAndSummary(
    firstText(item.content?.encoded, item.atom?.content?.value),
    firstText(item.description, item.dc?.descriptions?.[0], item.atom?.summary?.value, mediaText(item.media)),
  );
  return {
    guid,
    link: webLink(item.link, base) ?? atomLink(item, base) ?? (isWebAddress(guid) ? guid.trim() : null),
    title: titleText(firstText(item.title, item.dc?.titles?.[0], mediaTitle(item.media)) ?? ''),
    content,
    summary,
    author: authorNames(item.dc?.creators ?? item.atom?.authors),
    categories: categoryNames(item.dc?.subjects),
    ...dates(item, undefined),
    enclosures: enclosures([], item.media, base),
    image_url: statedPicture(item.media, [], [], base),
  };
};

/** Converts a parsed RSS feed; `base` is the value of `xml:base` on root and channel. */
export const fromRss = (feed: RssFeed.Feed<string>, base: string | null): UnboundedFeed => ({
  format: 'rss',
  title: feed.title === undefined ? null : plainText(feed.title),
  description: textOrNull(feed.description ?? feed.itunes?.summary ?? feed.dc?.descriptions?.[0]),
  site_url: webLink(feed.link, base),
  language: feed.language ?? feed.dc?.languages?.[0] ?? null,
  icon_url: webLink(feed.image?.url ?? feed.itunes?.image, base),
  ...hubAndSelf(feed.atom?.links, base),
  hints: scheduleHints(feed.ttl, feed.sy, feed.skipHours),
  items: (feed.items ?? []).map((item) => fromRssItem(item, base)),
});

export const fromRdf = (feed: RdfFeed.Feed<string>, base: string | null): UnboundedFeed => ({
  format: 'rdf',
  title: feed.title === undefined ? null : plainText(feed.title),
  description: textOrNull(feed.description ?? feed.dc?.descriptions?.[0]),
  site_url: webLink(feed.link, base),
  language: feed.dc?.languages?.[0] ?? null,
  icon_url: webLink(feed.image?.url, base),
  ...hubAndSelf(feed.atom?.links, base),
  hints: scheduleHints(undefined, feed.sy, undefined),
  items: (feed.items ?? []).map((item) => fromRdfItem(item, base)),
});

/** Escapes HTML's named entities, which XML does not declare; they are decoded later with the HTML. */
const escapeHtmlEntities = (xml: string): string =>
  xml.replace(/&(?!(?:amp|lt|gt|quot|apos|#\w{1,7});)/g, '&amp;');

// The parser returns a title with markup as an object instead of a string.
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Parses a repaired document with rss-parser if the first parser found nothing; the module is loaded only then. Returns
 * null if rss-parser fails too.
 */
export const parseWithRssParser = async (xml: string, base: string | null): Promise<UnboundedFeed | null> => {
  const { default: Parser } = await import('rss-parser');
  try {
    const feed = await new Parser().parseString(escapeHtmlEntities(xml));
    return {
      format: /^<(?:[\w.-]+:)?feed[\s>]/i.test(xml)
        ? 'atom'
        : /^<(?:[\w.-]+:)?rdf[\s>]/i.test(xml)
          ? 'rdf'
          : 'rss',
      title: feed.title === undefined ? null : plainText(String(feed.title)),
      description: textOrNull(text(feed.description)),
      site_url: webLink(text(feed.link), base),
      language: null,
      icon_url: webLink(text(feed.image?.url), base),
      ...hubAndSelf([], base),
      hints: { ttl_minutes: null, skip_hours: [] },
      items: feed.items.map((item) => {
        const guid = text(item.guid) ?? text(item['id']) ?? null;
        return {
          guid,
          link: webLink(text(item.link), base) ?? (isWebAddress(guid) ? guid : null),
          title: titleText(text(item.title) ?? ''),
          ...contentAndSummary(
            firstText(text(item['content:encoded']), text(item.content)),
            firstText(text(item.summary)),
          ),
          author: authorNames([text(item.creator) ?? text(item['author']) ?? '']),
          categories: categoryNames(item.categories?.map(text)),
          published_at: firstDate(text(item.pubDate), text(item.isoDate)),
          updated_at: null,
          enclosures: enclosures(
            [enclosure(item.enclosure?.url, item.enclosure?.type, Number(item.enclosure?.length ?? 0), base)],
            undefined,
            base,
          ),
          image_url: null,
        };
      }),
    };
  } catch {
    return null;
  }
};

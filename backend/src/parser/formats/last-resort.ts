import { categoryNames } from '../fields/categories.ts';
import {
  authorNames,
  contentAndSummary,
  enclosure,
  enclosures,
  firstDate,
  firstText,
} from '../fields/item-fields.ts';
import { isWebAddress, webLink } from '../fields/links.ts';
import type { UnboundedFeed } from '../fields/limits.ts';
import { plainText, textOrNull, titleText } from '../fields/text.ts';

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

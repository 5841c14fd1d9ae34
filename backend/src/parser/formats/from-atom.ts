import type { AtomFeed } from 'feedsmith';
import { categoryNames } from '../fields/categories.ts';
import {
  authorNames,
  contentAndSummary,
  enclosure,
  enclosures,
  firstDate,
  mediaDescription,
  mediaTitle,
} from '../fields/item-fields.ts';
import { isWebAddress, joinBases, webLink } from '../fields/links.ts';
import type { UnboundedFeed } from '../fields/limits.ts';
import type { ParsedItem } from '../fields/parsed-feed.ts';
import { scheduleHints } from '../fields/schedule-hints.ts';
import { escapeHtml, plainText, textOrNull, titleText } from '../fields/text.ts';
import { statedPicture } from './stated-picture.ts';

type Entry = AtomFeed.Entry<string>;
type Link = AtomFeed.Link<string>;

/** Link relations that do not lead to the article. */
const OTHER_RELATIONS =
  /^(?:self|edit(?:-media)?|enclosure|replies|hub|next|prev(?:ious)?|first|last|license|service\.\w+|.*schemas\.google\.com.*)$/i;

const articleLink = (links: Link[]): Link | undefined => {
  const alternates = links.filter((link) => (link.rel ?? 'alternate').toLowerCase() === 'alternate');
  return (
    alternates.find((link) => /html/.test(link.type ?? 'text/html')) ??
    alternates[0] ??
    links.find((link) => !OTHER_RELATIONS.test(link.rel ?? ''))
  );
};

/**
 * Returns a text construct as HTML (RFC 4287, 3.1.1). Many feeds send HTML but declare it as text, so text with tags or
 * entities counts as HTML.
 */
const asHtml = (text: { value?: string; type?: string } | undefined): string | null => {
  if (text?.value === undefined) {
    return null;
  }
  const isPlain = text.type === 'text' || text.type === 'text/plain';
  return isPlain && !/<\/?[a-z][^<>]*>|&[a-z]+;/i.test(text.value) ? escapeHtml(text.value) : text.value;
};

const fromEntry = (entry: Entry, feedBase: string | null): ParsedItem => {
  const base = joinBases(feedBase, entry.xml?.base);
  const links = entry.links ?? [];
  const guid = entry.id ?? null;
  const enclosed = enclosures(
    links
      .filter((link) => link.rel === 'enclosure')
      .map((link) => enclosure(link.href, link.type, link.length, base)),
    entry.media,
    base,
  );
  const media = mediaDescription(entry.media);
  const described = media === null ? null : media.isHtml ? media.text : escapeHtml(media.text);
  const updated = firstDate(entry.updated, entry.dcterms?.modified?.[0]);
  const published = firstDate(entry.published, entry.dc?.dates?.[0], entry.dcterms?.issued?.[0]);
  return {
    guid,
    link:
      webLink(articleLink(links)?.href, base) ??
      webLink(entry.content?.src, joinBases(base, entry.content?.xml?.base)) ??
      (isWebAddress(guid) ? guid.trim() : null),
    title: titleText(entry.title?.value ?? mediaTitle(entry.media) ?? entry.dc?.titles?.[0] ?? ''),
    ...contentAndSummary(asHtml(entry.content), asHtml(entry.summary) ?? described),
    author: authorNames(entry.authors ?? entry.dc?.creators),
    categories: categoryNames(
      entry.categories?.map(({ label, term }) => label ?? term),
      entry.dc?.subjects,
    ),
    published_at: published ?? updated,
    updated_at: updated,
    enclosures: enclosed,
    image_url: statedPicture(entry.media, enclosed, [], base),
  };
};

/** Converts a parsed Atom feed; `base` is the value of `xml:base` on the root. */
export const fromAtom = (feed: AtomFeed.Feed<string>, base: string | null): UnboundedFeed => {
  const author = authorNames(feed.authors);
  return {
    format: 'atom',
    title: feed.title === undefined ? null : plainText(feed.title.value),
    description: textOrNull(feed.subtitle?.value),
    site_url: webLink(articleLink(feed.links ?? [])?.href, base),
    language: feed.xml?.lang ?? feed.dc?.languages?.[0] ?? null,
    icon_url: webLink(feed.icon ?? feed.logo, base),
    hints: scheduleHints(undefined, feed.sy, undefined),
    items: (feed.entries ?? []).map((entry) => {
      const item = fromEntry(entry, base);
      // RFC 4287, 4.2.1: an entry without an author takes the feed's author.
      return item.author === null ? { ...item, author } : item;
    }),
  };
};

import { isPartOfChannel } from '../pages/youtube.ts';
import { statedPicture } from '../html/pictures.ts';
import { isUtf8 } from 'node:buffer';
import { escapeHtml, plainText, textOrNull, titleText } from '../fields/text.ts';
import type { AtomFeed } from 'feedsmith';
import {
  categoryNames,
  authorNames,
  contentAndSummary,
  enclosure,
  enclosures,
  firstDate,
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

const MARK = 'base64';
/**
 * Largest distance from the word to the start and end of its tag, in UTF-16 units; tags with Atom 0.3 `mode` attributes
 * are short.
 */
const REACH = 500;

const decodeBase64 = (body: string): string | null => {
  const compact = body.replace(/\s+/g, '');
  if (compact === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) {
    return null;
  }
  const bytes = Buffer.from(compact, 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1');
};

/** Decodes Atom 0.3 texts with `mode="base64"`, because the parser passes them on undecoded. */
export const decodeBase64Texts = (text: string): string => {
  let at = text.indexOf(MARK);
  if (at === -1) {
    return text;
  }
  const pieces: string[] = [];
  let copied = 0;
  while (at !== -1) {
    const before = text.slice(Math.max(copied, at - REACH), at);
    const after = text.slice(at, at + REACH);
    const close = after.indexOf('>');
    const isMode = /^<[\w.-][^<>]*\smode\s{0,9}=\s{0,9}["']$/.test(before.slice(before.lastIndexOf('<')));
    const bodyFrom = at + close + 1;
    if (isMode && close > 0 && !after.slice(0, close).includes('<') && after[close - 1] !== '/') {
      const bodyTo = text.indexOf('<', bodyFrom);
      const decoded = bodyTo === -1 ? null : decodeBase64(text.slice(bodyFrom, bodyTo));
      if (decoded !== null) {
        pieces.push(
          text.slice(copied, at),
          'escaped',
          text.slice(at + MARK.length, bodyFrom),
          escapeHtml(decoded),
        );
        copied = bodyTo;
      }
    }
    at = text.indexOf(MARK, Math.max(copied, at + MARK.length));
  }
  return pieces.join('') + text.slice(copied);
};

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
  const enclosed = withChapters(
    enclosures(
      links
        .filter((link) => link.rel === 'enclosure')
        .map((link) => enclosure(link.href, link.type, link.length, base)),
      entry.media,
      base,
    ),
    entry,
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

/** Returns the title of a feed. YouTube calls the parts of all channels the same, so these are called as their channel is. */
const feedTitle = ({ title, yt }: AtomFeed.Feed<string>, author: string | null): string | null =>
  author !== null && isPartOfChannel(yt?.playlistId ?? '')
    ? author
    : title === undefined
      ? null
      : plainText(title.value);

/** Converts a parsed Atom feed; `base` is the value of `xml:base` on the root. */
export const fromAtom = (feed: AtomFeed.Feed<string>, base: string | null): UnboundedFeed => {
  const author = authorNames(feed.authors);
  return {
    format: 'atom',
    title: feedTitle(feed, author),
    description: textOrNull(feed.subtitle?.value),
    site_url: webLink(articleLink(feed.links ?? [])?.href, base),
    language: feed.xml?.lang ?? feed.dc?.languages?.[0] ?? null,
    icon_url: webLink(feed.icon ?? feed.logo, base),
    ...hubAndSelf(feed.links, base),
    hints: scheduleHints(undefined, feed.sy, undefined),
    items: (feed.entries ?? []).map((entry) => {
      const item = fromEntry(entry, base);
      // RFC 4287, 4.2.1: an entry without an author takes the feed's author.
      return item.author === null ? { ...item, author } : item;
    }),
  };
};

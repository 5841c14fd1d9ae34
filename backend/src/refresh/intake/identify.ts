import { articleIdIn, canonicalLink, type ArticleSource } from '../../model/article/canonical-link.ts';
import { digest } from '../../lib/digest.ts';
import { isItemError } from '../../lib/errors.ts';
import type { ParsedItem } from '../../parser/fields/parsed-feed.ts';
import { plainText } from '../../parser/fields/text.ts';

/** An item of a document with the ids and hashes by which it is recognised. */
export type IdentifiedItem = {
  item: ParsedItem;
  /** The number of items before this one in the document. */
  place: number;
  /** The absolute address of the item. */
  link: string | null;
  article_id: string;
  /** 16 hex digits that identify the item within its feed. */
  identity: string;
  /** The identities that the item would have if its guid or link were, or were no longer, shared with other items. */
  other_identities: string[];
  /** 12 hex digits of a hash over title and visible text, without markup. */
  content_hash: string;
  /**
   * 6 hex digits of a hash over the link; null if there is none, another item of the document has it, or it is the
   * site's.
   */
  link_tag: string | null;
  /** 4 hex digits of a hash over the publication date; null if the item states none. */
  date_tag: string | null;
};

type Source = ArticleSource & { site_url: string | null; document_url: string };

/** Returns the web address to which a link in the document leads; null for any other scheme, even a disguised one. */
export const webAddress = (link: string | null, base: string): string | null => {
  const url = link === null ? null : URL.parse(link, base);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
};

/** Returns the links and hashes of one item. `hash` is over every part that distinguishes items. */
const readItem = (item: ParsedItem, source: Source) => {
  const link = webAddress(item.link, source.document_url);
  const canonical = link === null ? null : canonicalLink(link);
  const text = plainText(item.content);
  const hash = digest(64, item.guid ?? '', canonical ?? '', item.title, item.published_at ?? '', text);
  return { item, link, canonical, hash, content_hash: digest(12, item.title, text) };
};

const counts = (values: (string | null)[]): Map<string, number> => {
  const seen = new Map<string, number>();
  for (const value of values) if (value !== null) seen.set(value, (seen.get(value) ?? 0) + 1);
  return seen;
};

/** Returns a digest that never consists only of zeros, because zeros stand for a missing tag. */
const tagOf = (length: number, ...parts: string[]): string =>
  digest(length, ...parts).replace(/^0+$/, (zeros) => zeros.replace(/0$/, '1'));

/** Receives an item that cannot be read; such an item has no identity. */
export type OnUnreadable = (item: ParsedItem, error: Error) => void;

const giveUp: OnUnreadable = (_item, error) => {
  throw error;
};

/**
 * Assigns ids to every item of a document; items that are equal in every part count as one. The article id comes from
 * the canonical link if that link is unique in the document and is not the site's own. Otherwise it comes from the feed
 * id and the guid, or, without a unique guid, from the feed id and a hash over guid, link, title, date and text. The
 * same link is therefore one article for a reader, whichever feed carries it, except a private one. The identity within the feed is the guid,
 * otherwise the link, otherwise the same hash; it stays the same when other items come and go.
 */
export const identify = (
  items: ParsedItem[],
  source: Source,
  onUnreadable: OnUnreadable = giveUp,
): IdentifiedItem[] => {
  const site = canonicalLink(source.site_url ?? '');
  const distinct = new Map<string, ReturnType<typeof readItem>>();
  for (const item of items) {
    try {
      const read = readItem(item, source);
      if (!distinct.has(read.hash)) distinct.set(read.hash, read);
    } catch (error) {
      if (!isItemError(error)) throw error;
      onUnreadable(item, error);
    }
  }
  const all = [...distinct.values()];
  const guids = counts(all.map(({ item }) => item.guid));
  const links = counts(all.map(({ canonical }) => canonical));

  return all.map(({ item, link, canonical, hash, content_hash }, place) => {
    const guid = item.guid !== null && guids.get(item.guid) === 1 ? item.guid : null;
    const ownLink = canonical !== null && links.get(canonical) === 1 ? canonical : null;
    const inFeed =
      guid !== null
        ? ['guid', guid]
        : ownLink !== null && ownLink !== site
          ? ['link', ownLink]
          : ['hash', hash];
    const identity = digest(16, ...inFeed);
    return {
      item,
      place,
      link,
      article_id:
        ownLink !== null && ownLink !== site
          ? articleIdIn(source, 'link', ownLink)
          : articleIdIn(source, 'feed', source.feed_id, ...inFeed),
      identity,
      other_identities: [
        ...(item.guid === null ? [] : [digest(16, 'guid', item.guid)]),
        ...(canonical === null || canonical === site ? [] : [digest(16, 'link', canonical)]),
        digest(16, 'hash', hash),
      ].filter((other) => other !== identity),
      content_hash,
      link_tag: ownLink === null || ownLink === site ? null : tagOf(6, 'link', ownLink),
      date_tag: item.published_at === null ? null : tagOf(4, 'date', item.published_at),
    };
  });
};

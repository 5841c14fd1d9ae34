import { otherArticleId } from '../../model/article/canonical-link.ts';
import type { IdentifiedItem } from './identify.ts';
import type { SeenItem } from '../../model/feed/seen.ts';

/**
 * The relation of an item to those that its feed carried before: `same`, known with the same text; `edited`, known with
 * another text, or at another address; `same_address`, unknown, but an item that is gone had its link, though neither its
 * text nor its date; `new`.
 */
type Kind = 'same' | 'edited' | 'same_address' | 'new';

/** The article that an item was recognised as, with the record of it; null for a new item. */
type Match = { kind: Kind; record: SeenItem | null };

export type Recognition = {
  of: (item: Pick<IdentifiedItem, 'identity'>) => Kind;
  /** Returns true for a known item that was left out when it was new. */
  wasLeftOut: (item: Pick<IdentifiedItem, 'identity'>) => boolean;
  /**
   * The items of the document, each with the id under which its article is stored. A known item keeps its id, whatever
   * its link is now; no two items of the feed have the same one.
   */
  items: IdentifiedItem[];
  /** The identities of items that are gone, of which an item of the document has taken the place. */
  replaced: ReadonlySet<string>;
};

const groupBy = (
  records: SeenItem[],
  keyOf: (record: SeenItem) => string | null,
): Map<string, SeenItem[]> => {
  const groups = new Map<string, SeenItem[]>();
  for (const record of records) {
    const key = keyOf(record);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [record]);
    else group.push(record);
  }
  return groups;
};

const isSame = (a: string | null, b: string | null): boolean => a !== null && a === b;

/** The fewest undated items that are taken for renamed because only their texts are known. */
const LEAST_RENAMED = 3;

const countOf = <T>(values: readonly T[]): Map<T, number> => {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

/**
 * Returns the unknown items that are the gone ones under other guids and links, though they state no date: each has the
 * text of a single item that is gone, and they are half of the document at least. One such item alone is a new one with
 * the words of an old one.
 */
const renamedTogether = (
  items: IdentifiedItem[],
  unknown: IdentifiedItem[],
  gone: SeenItem[],
): [IdentifiedItem, SeenItem][] => {
  const texts = countOf(items.map(({ content_hash }) => content_hash));
  const goneTexts = countOf(gone.map(({ content_hash }) => content_hash));
  const byText = new Map(gone.map((record) => [record.content_hash, record]));
  const renamed = unknown.flatMap((item): [IdentifiedItem, SeenItem][] => {
    const { content_hash, date_tag } = item;
    const record = byText.get(content_hash);
    const isSingle = texts.get(content_hash) === 1 && goneTexts.get(content_hash) === 1;
    return record !== undefined && isSingle && date_tag === null && record.date_tag === null
      ? [[item, record]]
      : [];
  });
  return renamed.length >= LEAST_RENAMED && renamed.length * 2 >= items.length ? renamed : [];
};

/**
 * The most items of a document whose addresses alone changed that count as edited. With more, the whole site moved, or
 * its links are other ones at each fetch, and every article would be written again.
 */
const MOST_MOVED = 5;

const isMoved = ({ link_tag }: IdentifiedItem, { kind, record }: Match): boolean => {
  const before = record?.link_tag ?? null;
  return kind === 'same' && link_tag !== null && before !== null && before !== link_tag;
};

/**
 * Returns the items with the ids of the articles that they were recognised as. A new item at the former address of
 * another gets another id than that one keeps, also if that one is gone from the document.
 */
const withArticleIds = (
  items: IdentifiedItem[],
  matches: ReadonlyMap<string, Match>,
  gone: SeenItem[],
): IdentifiedItem[] => {
  const recordOf = ({ identity }: IdentifiedItem) => matches.get(identity)?.record ?? null;
  const rankOf = (item: IdentifiedItem): number => {
    const record = recordOf(item);
    return record === null ? 2 : record.identity === item.identity ? 0 : 1;
  };
  const taken = new Set(gone.map(({ article_id }) => article_id));
  const ids = new Map<string, string>();
  for (const item of items.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const { identity } = item;
    const wanted = recordOf(item)?.article_id ?? item.article_id;
    let id = wanted;
    for (let n = 1; taken.has(id); n++) id = otherArticleId(wanted, identity, String(n));
    taken.add(id);
    ids.set(identity, id);
  }
  return items.map((item) => ({ ...item, article_id: ids.get(item.identity) ?? item.article_id }));
};

/**
 * Recognises the items of a document among those that the feed carried before. It compares identities first. It then
 * looks for another identity of the item that is known with the same text, because its guid or link is shared with
 * other items now, or was before. A feed may also change all guids, paths or both: an item that is gone counts as the
 * same if two of text, link and date match, so two posts with the same words on different days stay two. Undated items
 * whose guids and links all changed are recognised together. Each item that is gone matches at most one item of the
 * document.
 */
export const recognise = (seen: SeenItem[], items: IdentifiedItem[]): Recognition => {
  const known = new Map(seen.map((record) => [record.identity, record]));
  const present = new Set(items.map(({ identity }) => identity));
  const gone = seen.filter(({ identity }) => !present.has(identity));
  const byText = groupBy(gone, ({ content_hash }) => content_hash);
  const byLink = groupBy(gone, ({ link_tag }) => link_tag);
  const replaced = new Set<string>();

  const look = (item: IdentifiedItem): Match => {
    const { identity, other_identities, content_hash, link_tag, date_tag } = item;
    const matching = (record: SeenItem): Match => ({
      kind: record.content_hash === content_hash ? 'same' : 'edited',
      record,
    });
    const own = known.get(identity);
    if (own !== undefined) return matching(own);
    const linked = (link_tag === null ? [] : (byLink.get(link_tag) ?? [])).filter(
      (one) => !replaced.has(one.identity),
    );
    const named = other_identities
      .filter((other) => !present.has(other))
      .map((other) => known.get(other))
      .find((record) => record?.content_hash === content_hash);
    const record =
      named ??
      byText
        .get(content_hash)
        ?.find(
          (one) =>
            !replaced.has(one.identity) && (isSame(one.link_tag, link_tag) || isSame(one.date_tag, date_tag)),
        ) ??
      linked.find((one) => isSame(one.date_tag, date_tag));
    // A tag is short, so that two links may share one: the id tells whether the address is the same.
    const former =
      record ?? linked.find(({ article_id }) => article_id === null || article_id === item.article_id);
    if (former === undefined) return { kind: 'new', record: null };
    replaced.add(former.identity);
    return record === undefined ? { kind: 'same_address', record: former } : matching(record);
  };

  const matches = new Map(items.map((item) => [item.identity, look(item)]));
  const of = ({ identity }: Pick<IdentifiedItem, 'identity'>) => matches.get(identity)?.kind ?? 'new';
  const unknown = items.filter((item) => of(item) === 'new');
  for (const [item, record] of renamedTogether(items, unknown, gone)) {
    matches.set(item.identity, { kind: 'same', record });
    replaced.add(record.identity);
  }
  const moved = items.filter((item) => {
    const match = matches.get(item.identity);
    return match !== undefined && isMoved(item, match);
  });
  if (moved.length <= MOST_MOVED)
    for (const { identity } of moved)
      matches.set(identity, { kind: 'edited', record: matches.get(identity)?.record ?? null });
  const left = gone.filter(({ identity }) => !replaced.has(identity));
  const wasLeftOut = ({ identity }: Pick<IdentifiedItem, 'identity'>) =>
    matches.get(identity)?.record?.is_left_out === true;
  return { of, wasLeftOut, items: withArticleIds(items, matches, left), replaced };
};

const DAY_SLACK = 5;
/** Number of days for which an absent item is remembered; if it comes back later, it counts as new. */
const REMEMBERED_DAYS = 30 + DAY_SLACK;

/**
 * Returns the items to remember for the feed after this document, on this day (days since 1970). Returns null if
 * nothing changed but the day, by too few days to be worth a write. `replaced` holds the identities of records whose
 * items have another identity now, `leftOut` those of the items that have no article because others were newer.
 */
export const remember = (
  seen: SeenItem[],
  items: IdentifiedItem[],
  today: number,
  replaced: ReadonlySet<string>,
  leftOut: ReadonlySet<string>,
): SeenItem[] | null => {
  const known = new Map(seen.map((record) => [record.identity, record]));
  const present = new Set(items.map(({ identity }) => identity));
  const records = [
    ...items.map(({ identity, content_hash, link_tag, date_tag, article_id }): SeenItem => ({
      identity,
      content_hash,
      link_tag,
      date_tag,
      article_id,
      is_left_out: leftOut.has(identity),
      last_present_day: today,
    })),
    ...seen.filter(
      ({ identity, last_present_day }) =>
        !present.has(identity) && !replaced.has(identity) && last_present_day > today - REMEMBERED_DAYS,
    ),
  ];
  const isSame =
    records.length === seen.length &&
    records.every(
      ({ identity, content_hash, link_tag, date_tag, article_id, is_left_out, last_present_day }) => {
        const before = known.get(identity);
        return (
          before?.content_hash === content_hash &&
          before.link_tag === link_tag &&
          before.date_tag === date_tag &&
          before.article_id === article_id &&
          before.is_left_out === is_left_out &&
          last_present_day - before.last_present_day <= DAY_SLACK
        );
      },
    );
  return isSame ? null : records;
};

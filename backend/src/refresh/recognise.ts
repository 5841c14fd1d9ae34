import type { IdentifiedItem } from './identify.ts';
import type { SeenItem } from '../model/feed/seen.ts';

/** The result of looking up an item among those that the feed carried before. */
export type Recognised =
  | { is_known: true; record: SeenItem }
  /** `is_same_address`: an item that is gone had the same link, but neither the same text nor the same date. */
  | { is_known: false; is_same_address: boolean };

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

/**
 * Recognises the items of a document among those that the feed carried before. It compares identities first. It then
 * looks for another identity of the item that is known with the same text, because its guid or link is shared with
 * other items now, or was before. A feed may also change all guids, paths or both: an item that is gone counts as the
 * same if two of text, link and date match, so two posts with the same words on different days stay two. Each item that
 * is gone matches at most one item of the document.
 */
export const recognise = (
  seen: SeenItem[],
  items: IdentifiedItem[],
): { of: (item: IdentifiedItem) => Recognised; replaced: ReadonlySet<string> } => {
  const known = new Map(seen.map((record) => [record.identity, record]));
  const present = new Set(items.map(({ identity }) => identity));
  const gone = seen.filter(({ identity }) => !present.has(identity));
  const byText = groupBy(gone, ({ content_hash }) => content_hash);
  const byLink = groupBy(gone, ({ link_tag }) => link_tag);
  const replaced = new Set<string>();

  const look = ({
    identity,
    other_identities,
    content_hash,
    link_tag,
    date_tag,
  }: IdentifiedItem): Recognised => {
    const own = known.get(identity);
    if (own !== undefined) return { is_known: true, record: own };
    const linked = link_tag === null ? [] : (byLink.get(link_tag) ?? []);
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
      linked.find((one) => !replaced.has(one.identity) && isSame(one.date_tag, date_tag));
    if (record === undefined) return { is_known: false, is_same_address: linked.length > 0 };
    replaced.add(record.identity);
    return { is_known: true, record };
  };

  const all = new Map(items.map((item) => [item.identity, look(item)]));
  return { of: (item) => all.get(item.identity) ?? { is_known: false, is_same_address: false }, replaced };
};

const DAY_SLACK = 5;
/** Number of days for which an absent item is remembered; if it comes back later, it counts as new. */
const REMEMBERED_DAYS = 30 + DAY_SLACK;

/**
 * Returns the items to remember for the feed after this document, on this day (days since 1970). Returns null if
 * nothing changed but the day, by too few days to be worth a write. `replaced` holds the identities of records whose
 * items have another identity now.
 */
export const remember = (
  seen: SeenItem[],
  items: IdentifiedItem[],
  today: number,
  replaced: ReadonlySet<string>,
): SeenItem[] | null => {
  const known = new Map(seen.map((record) => [record.identity, record]));
  const present = new Set(items.map(({ identity }) => identity));
  const records = [
    ...items.map(({ identity, content_hash, link_tag, date_tag }): SeenItem => ({
      identity,
      content_hash,
      link_tag,
      date_tag,
      last_present_day: today,
    })),
    ...seen.filter(
      ({ identity, last_present_day }) =>
        !present.has(identity) && !replaced.has(identity) && last_present_day > today - REMEMBERED_DAYS,
    ),
  ];
  const isSame =
    records.length === seen.length &&
    records.every(({ identity, content_hash, link_tag, date_tag, last_present_day }) => {
      const before = known.get(identity);
      return (
        before?.content_hash === content_hash &&
        before.link_tag === link_tag &&
        before.date_tag === date_tag &&
        last_present_day - before.last_present_day <= DAY_SLACK
      );
    });
  return isSame ? null : records;
};

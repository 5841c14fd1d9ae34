import type { SeenItem } from '../../model/feed/seen.ts';
import type { IdentifiedItem } from './identify.ts';

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

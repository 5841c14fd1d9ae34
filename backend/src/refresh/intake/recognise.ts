import type { IdentifiedItem } from './identify.ts';
import type { SeenItem } from '../../model/feed/seen.ts';

/**
 * The relation of an item to those that its feed carried before: `same`, known with the same text; `edited`, known with
 * another text; `same_address`, unknown, but an item that is gone had its link, though neither its text nor its date;
 * `new`.
 */
type Kind = 'same' | 'edited' | 'same_address' | 'new';

export type Recognition = {
  of: (item: IdentifiedItem) => Kind;
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

  const look = ({ identity, other_identities, content_hash, link_tag, date_tag }: IdentifiedItem): Kind => {
    const kindOf = (record: SeenItem): Kind => (record.content_hash === content_hash ? 'same' : 'edited');
    const own = known.get(identity);
    if (own !== undefined) return kindOf(own);
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
    if (record === undefined) return linked.length > 0 ? 'same_address' : 'new';
    replaced.add(record.identity);
    return kindOf(record);
  };

  const kinds = new Map(items.map((item) => [item.identity, look(item)]));
  const unknown = items.filter(({ identity }) => kinds.get(identity) === 'new');
  for (const [item, record] of renamedTogether(items, unknown, gone)) {
    kinds.set(item.identity, 'same');
    replaced.add(record.identity);
  }
  return { of: ({ identity }) => kinds.get(identity) ?? 'new', replaced };
};

import { type HtmlNode, isInline, textOf, walk } from './html/html-tree.ts';
import { isDate, isUnseen, lengthOf } from './html/words.ts';

/**
 * The elements of one item of a group: the largest element that has no other item in it, and the elements beside it.
 */
export type Container = { node: HtmlNode; before: HtmlNode[]; after: HtmlNode[] };

/** Number of elements beside a container that may belong to its item. */
const MAX_BESIDE = 3;

/**
 * Returns the container of each of these links, which lead to different items, in their order: the highest element with
 * this one among them, and the elements between it and the containers of its neighbours.
 */
export const containersOf = (links: readonly HtmlNode[]): Container[] => {
  // The number of items in each element above a link.
  const items = new Map<HtmlNode, number>();
  for (const link of links)
    for (let at: HtmlNode | null = link; at !== null; at = at.parent) items.set(at, (items.get(at) ?? 0) + 1);
  const hasItem = (node: HtmlNode): boolean => items.has(node);

  const highest = (link: HtmlNode): HtmlNode => {
    let at = link;
    while (
      at.parent !== null &&
      at.parent.parent !== null &&
      items.get(at.parent) === 1 &&
      !/^(?:body|main)$/.test(at.parent.tag)
    )
      at = at.parent;
    return at;
  };
  /** The place of each element among those beside it, so that no list is searched for each of its items. */
  const siblingsOf = new Map<HtmlNode, { elements: HtmlNode[]; places: Map<HtmlNode, number> }>();
  const siblings = (parent: HtmlNode) => {
    const known = siblingsOf.get(parent);
    if (known !== undefined) return known;
    const elements = parent.children.filter((child) => typeof child !== 'string');
    const made = { elements, places: new Map(elements.map((child, at) => [child, at])) };
    siblingsOf.set(parent, made);
    return made;
  };

  return links.map((link) => {
    const node = highest(link);
    if (node.parent === null) return { node, before: [], after: [] };
    const { elements, places } = siblings(node.parent);
    const place = places.get(node) ?? 0;
    const before: HtmlNode[] = [];
    for (let at = place - 1; at >= 0 && before.length < MAX_BESIDE; at -= 1) {
      const one = elements[at];
      if (one === undefined || hasItem(one)) break;
      before.push(one);
    }
    const after: HtmlNode[] = [];
    for (let at = place + 1; at < elements.length && after.length < MAX_BESIDE; at += 1) {
      const one = elements[at];
      if (one === undefined || hasItem(one)) break;
      after.push(one);
    }
    return { node, before, after };
  });
};

/** Shares of the cards that must have a part, and of their texts that must differ, for it to be the headline. */
const MOST = 0.8;
/** The lengths of a headline in units of a Latin letter: shorter ones are labels, longer ones paragraphs. */
const SHORTEST = 10;
const LONGEST = 160;

const hasText = ({ children }: HtmlNode): boolean =>
  children.some((child) => typeof child === 'string' && child.trim() !== '');

const isInLine = (node: HtmlNode): boolean => isInline(node) && node.parent !== null && hasText(node.parent);

/** Returns the blocks of text in a card by the place where they stand in it, such as `div.body/div.name`. */
const blocksOf = (card: HtmlNode): Map<string, string> => {
  const blocks = new Map<string, string>();
  walk(card, (node) => {
    if (isUnseen(node)) return false;
    if (!hasText(node) || isInLine(node)) return true;
    const text = textOf(node, isUnseen);
    const place = placeOf(node, card);
    if (text !== '' && !isDate(text) && !blocks.has(place)) blocks.set(place, text);
    return false;
  });
  return blocks;
};

const placeOf = (node: HtmlNode, card: HtmlNode): string => {
  const steps: string[] = [];
  for (let at: HtmlNode | null = node; at !== null && at !== card && steps.length < 5; at = at.parent)
    steps.unshift([at.tag, ...at.classes].join('.'));
  return steps.join('/');
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Returns the headlines of links that are whole cards, by what their parts have in common: the first part that most
 * cards have, with a different text of a headline's length in each. Returns none for cards with headings, whose
 * headings these are, or with one block of text.
 */
export const cardTitles = (cards: readonly HtmlNode[]): ReadonlyMap<HtmlNode, string> => {
  const none = new Map<HtmlNode, string>();
  const all = cards.map((card) => ({ card, blocks: blocksOf(card) }));
  const withBlocks = all.filter(({ blocks }) => blocks.size >= 2);
  if (withBlocks.length < 3 || withBlocks.length < cards.length * MOST) return none;
  const places = [...new Set(withBlocks.flatMap(({ blocks }) => [...blocks.keys()]))];
  const textsAt = (place: string): string[] => withBlocks.flatMap(({ blocks }) => blocks.get(place) ?? []);
  const isTitle = (place: string): boolean => {
    const texts = textsAt(place);
    const length = median(texts.map(lengthOf));
    return (
      texts.length >= withBlocks.length * MOST &&
      new Set(texts).size >= texts.length * MOST &&
      length >= SHORTEST &&
      length <= LONGEST
    );
  };
  const usable = places.filter(isTitle);
  const place = usable.find((one) => /(?:^|\/)h[1-6]\b|title|headline|ttl/i.test(one)) ?? usable[0];
  return place === undefined
    ? none
    : new Map(
        withBlocks.flatMap(({ card, blocks }) => {
          const text = blocks.get(place);
          return text === undefined ? [] : [[card, text] as const];
        }),
      );
};

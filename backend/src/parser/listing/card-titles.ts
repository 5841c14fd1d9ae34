import { isInline, textOf, walk, type HtmlNode } from './html/html-tree.ts';
import { isDate } from './html/near-dates.ts';
import { isUnseen, lengthOf } from './html/words.ts';

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

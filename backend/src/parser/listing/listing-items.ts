import { cardTitles, containersOf, type Container } from './item-containers.ts';
import { ancestors, findAll, findFirst, textOf, type HtmlNode } from './html/html-tree.ts';
import { dateInAddress, dateOf, isNamed, isUnseen, titleWords } from './html/words.ts';
import { canBeHeadline, type Anchor } from './page-anchors.ts';

/** One item of a page, as the page shows it. */
export type ListedItem = {
  link: string;
  title: string;
  /** In ISO 8601; null if the page states none. */
  published_at: string | null;
  /** The text below the headline; null if there is none. */
  teaser: string | null;
  author: string | null;
};

/** An item with the link and the elements that it was read from. */
export type PlacedItem = ListedItem & { anchor: Anchor; container: Container; isDated: boolean };

/** Limit on the items of a page. */
const MAX_LISTED = 300;
/** Share of different headlines under which the texts of the links are labels such as "Read on". */
const LEAST_DISTINCT = 0.6;
/** Number of elements above a link that are searched for its date. */
const CLIMB = 8;
const MAX_TITLE = 300;

const ADVERTISEMENT =
  /^\[?(?:ad|ads|pr|advertisement|sponsored|promoted|sponsored (?:post|content)|paid post|広告|anzeige|publicité)\]?$/i;

const isAdvertisement = ({ node }: Container): boolean =>
  findFirst(node, (one) => one.children.length <= 2 && ADVERTISEMENT.test(textOf(one).trim())) !== null;

const isHeading = ({ tag }: HtmlNode): boolean => /^h[1-6]$/.test(tag);

/** Returns true for an element with, or within, a link to another page than this link's. */
const leadsElsewhere = (node: HtmlNode, link: HtmlNode): boolean => {
  const isOther = ({ tag, attributes }: HtmlNode): boolean =>
    tag === 'a' && attributes['href'] !== undefined && attributes['href'] !== link.attributes['href'];
  return findFirst(node, isOther) !== null || ancestors(node).slice(0, CLIMB).some(isOther);
};

/**
 * Returns the headline of an item whose link has none: its heading, else what is named a title, else its longest cell.
 */
const titleInContainer = ({ node, before }: Container, link: HtmlNode): string => {
  const isTitle = (one: HtmlNode): boolean => {
    const text = textOf(one, isUnseen);
    return text !== '' && text.length <= MAX_TITLE && canBeHeadline(text) && !leadsElsewhere(one, link);
  };
  const heading =
    (isHeading(node) ? node : findFirst(node, (one) => isHeading(one) && isTitle(one))) ??
    before.find((one) => isHeading(one) && isTitle(one)) ??
    findFirst(node, (one) => isNamed(one, titleWords) && isTitle(one));
  if (heading !== null && heading !== undefined) return textOf(heading, isUnseen);
  const cells = findAll(node, (one) => /^(?:td|th|dt|dd|b|strong)$/.test(one.tag) && isTitle(one));
  return cells.map((one) => textOf(one, isUnseen)).toSorted((a, b) => b.length - a.length)[0] ?? '';
};

/** Keeps one link for each address: the first with a headline, one in a heading before others. */
const onePerAddress = (anchors: readonly Anchor[]): Anchor[] => {
  const best = new Map<string, Anchor>();
  const rank = ({ title, isShown, isHeading: isIn }: Anchor): number =>
    !isShown || !canBeHeadline(title) ? 0 : isIn ? 2 : 1;
  for (const anchor of anchors) {
    const known = best.get(anchor.link);
    if (known === undefined || rank(anchor) > rank(known)) best.set(anchor.link, anchor);
  }
  return [...best.values()].slice(0, MAX_LISTED);
};

const distinctShare = (titles: string[]): number =>
  titles.length === 0 ? 0 : new Set(titles).size / titles.length;

/** Returns the nearest date above a link, within its container. */
const dateWithin = ({ node }: Container, link: HtmlNode): string | null => {
  let at = link;
  for (let steps = 0; steps < CLIMB; steps += 1) {
    const date = dateOf(at);
    if (date !== null || at === node || at.parent === null) return date;
    at = at.parent;
  }
  return at === node ? null : dateOf(node);
};

const firstDateOf = (nodes: HtmlNode[]): string | null => {
  for (const node of nodes) {
    const date = dateOf(node);
    if (date !== null) return date;
  }
  return null;
};

/**
 * Returns the date of each item; one that stands between two containers belongs to the side on which the first has it.
 */
const datesOf = (placed: { anchor: Anchor; container: Container }[]): (string | null)[] => {
  const within = placed.map(({ anchor, container }) => dateWithin(container, anchor.node));
  if (within.filter((date) => date !== null).length >= placed.length / 2) return within;
  const [first] = placed;
  const isBefore = first !== undefined && firstDateOf(first.container.before) !== null;
  return placed.map(
    ({ container }, at) => within[at] ?? firstDateOf(isBefore ? container.before : container.after),
  );
};

const LEAST_TEASER = 30;
const MAX_TEASER = 1000;

const teaserOf = ({ node, after }: Container, title: string): string | null => {
  const isText = (one: HtmlNode): boolean => {
    if (
      one.tag !== 'p' &&
      !/(?:^|[-_ ])(?:summary|excerpt|lead|desc|description|dek|standfirst|teaser|abstract|snippet)/i.test(
        one.attributes['class'] ?? '',
      )
    )
      return false;
    const text = textOf(one, isUnseen);
    return text.length >= LEAST_TEASER && text !== title && !text.startsWith(title);
  };
  const found = findFirst(node, isText) ?? after.find(isText) ?? null;
  return found === null ? null : textOf(found, isUnseen).slice(0, MAX_TEASER);
};

const authorOf = ({ node }: Container): string | null => {
  const found = findFirst(
    node,
    ({ attributes, classes }) =>
      (attributes['rel'] ?? '') === 'author' ||
      attributes['itemprop'] === 'author' ||
      classes.some((name) => /^(?:author|byline|p-author|post-author)$/i.test(name)),
  );
  const text = found === null ? '' : textOf(found, isUnseen).replace(/^(?:by|von|par|文)[ :：]\s*/i, '');
  return text === '' || text.length > 60 ? null : text;
};

/**
 * Returns the items to which these links of a page lead, each once, in the order of the page. An item whose link has no
 * headline of its own takes that of its container, and is left out if that has none. Advertisements are left out.
 */
export const placeItems = (anchors: readonly Anchor[]): PlacedItem[] => {
  const beside = anchors.filter((anchor) => anchor.beside > 0).length;
  const wanted = beside * 2 < anchors.length ? anchors.filter((anchor) => anchor.beside === 0) : anchors;
  const links = onePerAddress(wanted);
  const containers = containersOf(links.map(({ node }) => node));
  const placed = links.flatMap((anchor, at) => {
    const container = containers[at];
    return container === undefined || (links.length > 2 && isAdvertisement(container))
      ? []
      : [{ anchor, container }];
  });
  const cards = cardTitles(placed.map(({ anchor }) => anchor.node));
  const isLabelled = distinctShare(placed.map(({ anchor }) => anchor.title)) < LEAST_DISTINCT;
  const dates = datesOf(placed);
  return placed.flatMap(({ anchor, container }, at) => {
    const shown = cards.get(anchor.node) ?? anchor.title;
    const isOwn = !isLabelled && canBeHeadline(shown);
    const own =
      isOwn && anchor.isShown ? shown : titleInContainer(container, anchor.node) || (isOwn ? shown : '');
    const title = own.slice(0, MAX_TITLE);
    if (title === '') return [];
    const date = dates[at] ?? null;
    return [
      {
        link: anchor.link,
        title,
        published_at: date ?? dateInAddress(anchor.link),
        teaser: teaserOf(container, title),
        author: authorOf(container),
        anchor,
        container,
        isDated: date !== null,
      },
    ];
  });
};

import type { HtmlNode } from './html-tree.ts';

/** One step of a path of elements: a tag, and the classes and the id that it must have. */
type Step = { tag: string; names: readonly string[] };

/** The number of steps of a path, the link included: enough to tell a list from another. */
const STEPS = 6;
/** Classes that say which item it is, or in which state, rather than what kind of thing it is. */
const VARIABLE =
  /\d|^(?:odd|even|first|last|active|current|selected|new|sticky|pinned|featured|hot|unread|read|is-\w+|has-\w+|js-\w+|(?:post|category|tag|format|status|hentry|type|author|cat|topic)-.*)$|^[a-z]{1,2}$/i;
const MAX_CLASSES = 2;
const MAX_CLASS_LENGTH = 32;

/** Elements whose id names a part of the page; that of another element often names the item. */
const PART = /^(?:div|section|main|ul|ol|table|tbody)$/;

const isStable = (name: string): boolean =>
  name.length <= MAX_CLASS_LENGTH && /^[A-Za-z_-]+$/.test(name) && !VARIABLE.test(name);

const stableClasses = ({ classes }: HtmlNode): string[] => classes.filter(isStable).slice(0, MAX_CLASSES);

/** The columns of a table that are told apart. */
const MAX_COLUMNS = 20;

/** Returns the column of a cell as `~1`, since the cells of a row often have no classes. */
const columnOf = (cell: HtmlNode): string => {
  const cells = (cell.parent?.children ?? [])
    .slice(0, MAX_COLUMNS * 4)
    .filter((child) => typeof child !== 'string');
  return `~${Math.min(MAX_COLUMNS, cells.indexOf(cell) + 1)}`;
};

/**
 * Returns the names by which a step finds an element: its stable classes, the id of a part as `#id`, and the column of a
 * cell as `~1`.
 */
const namesOf = (node: HtmlNode): string[] => {
  if (node.tag === 'td') return [columnOf(node), ...stableClasses(node)];
  const { id } = node.attributes;
  const own = id !== undefined && PART.test(node.tag) && isStable(id) ? [`#${id}`] : [];
  return [...own, ...stableClasses(node)];
};

const isRoot = ({ tag, parent }: HtmlNode): boolean => parent === null || /^(?:html|body)$/.test(tag);

/** Returns the path of a link, from at most five elements above it. */
const stepsOf = (link: HtmlNode): Step[] => {
  const steps: Step[] = [];
  for (let at: HtmlNode | null = link; at !== null && !isRoot(at) && steps.length < STEPS; at = at.parent)
    steps.unshift({ tag: at.tag, names: namesOf(at) });
  return steps;
};

const write = (steps: Step[]): string =>
  steps.map(({ tag, names }) => [tag, ...names.toSorted()].join('.')).join('>');

const read = (selector: string): Step[] =>
  selector.split('>').map((step) => {
    const [tag = '', ...names] = step.split('.');
    return { tag, names };
  });

/** Returns the selector of a link: its path with the classes that do not vary, such as `ul.posts>li>h2>a`. */
export const selectorOf = (link: HtmlNode): string => write(stepsOf(link));

/** Marks a selector that finds only elements with no other stable class than it names. */
const EXACT = '=';

/** Returns the selector that does not find elements with further classes. */
export const exactly = (selector: string): string => `${EXACT}${selector}`;

/** Returns the tags of a selector without its classes. */
export const tagsOf = (selector: string): string =>
  read(selector)
    .map(({ tag }) => tag)
    .join('>');

/** Returns the selector that has the classes that all of these have; null if their tags differ. */
export const generalise = (selectors: string[]): string | null => {
  const [first, ...others] = selectors.map(read);
  if (first === undefined) return null;
  if (others.some((steps) => steps.length !== first.length)) return null;
  if (others.some((steps) => steps.some(({ tag }, at) => tag !== first[at]?.tag))) return null;
  return write(
    first.map(({ tag, names }, at) => ({
      tag,
      names: names.filter((name) => others.every((steps) => steps[at]?.names.includes(name) === true)),
    })),
  );
};

const hasNames = (node: HtmlNode, names: readonly string[]): boolean =>
  names.every((name) => {
    if (name.startsWith('#')) return node.attributes['id'] === name.slice(1);
    return name.startsWith('~') ? columnOf(node) === name : node.classes.includes(name);
  });

const matchesChain = (link: HtmlNode, chain: readonly Step[], isExact: boolean): boolean => {
  let at: HtmlNode | null = link;
  for (const { tag, names } of chain) {
    const node: HtmlNode | null = at;
    if (node === null || node.tag !== tag || !hasNames(node, names)) return false;
    if (isExact && namesOf(node).length !== names.length) return false;
    at = node.parent;
  }
  return true;
};

/** Returns a function that checks whether one of the selectors finds a link. A selector is a chain of child combinators. */
export const createMatcher = (selectors: readonly string[]): ((link: HtmlNode) => boolean) => {
  const chains = selectors.map((selector) => {
    const isExact = selector.startsWith(EXACT);
    return { isExact, chain: read(isExact ? selector.slice(EXACT.length) : selector).toReversed() };
  });
  return (link) => chains.some(({ chain, isExact }) => matchesChain(link, chain, isExact));
};

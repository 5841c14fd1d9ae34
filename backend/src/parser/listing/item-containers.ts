import type { HtmlNode } from './html/html-tree.ts';

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

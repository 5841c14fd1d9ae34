import { HIGHLIGHT_CHARACTERS, type Highlight, type HighlightAnchor } from '@omomi/backend/contract';
import { partsOf, type Place, type ReadText, readText } from '../body/read-text.ts';
import { anchorOf, findHighlights } from './anchor.ts';

/*
 * The text of an article in the page, and the marks in it. The marks are elements around parts of its text nodes, so that
 * the keyboard and screen readers reach them; the text itself stays as it is.
 */

/** Text that the page shows in an article and that is not the article's. */
const added = '[data-missing-picture], [data-video], [data-testid="footnote"]';

const read = (root: Element): ReadText => readText(root, added);

/** Returns by what a selected part of an article is found again; null if it is not in the article, is empty, or too long. */
export const anchorOfRange = (root: Element, range: Range): HighlightAnchor | null => {
  if (!root.contains(range.commonAncestorContainer)) return null;
  const { text, pieces } = read(root);
  const inside = pieces.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return null;
  const place: Place = {
    start: first.start + (first.node === range.startContainer ? range.startOffset : 0),
    end: last.start + (last.node === range.endContainer ? range.endOffset : last.node.data.length),
  };
  return anchorOf(text, place, HIGHLIGHT_CHARACTERS);
};

const marksIn = (root: Element): NodeListOf<HTMLElement> => root.querySelectorAll('mark[data-highlight]');

/** Puts a mark around a part of the text. Its first piece that is in no link or other mark is the button of all. */
const wrap = (text: ReadText, place: Place, id: string): void => {
  const marks: HTMLElement[] = [];
  for (const { node, from, to } of partsOf(text, place)) {
    if (node.data.slice(from, to).trim() === '') continue;
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, to);
    const mark = document.createElement('mark');
    mark.dataset['highlight'] = id;
    range.surroundContents(mark);
    marks.push(mark);
  }
  const button = marks.find((mark) => mark.parentElement?.closest('a, mark') === null);
  button?.setAttribute('role', 'button');
  button?.setAttribute('tabindex', '0');
  button?.setAttribute('aria-haspopup', 'dialog');
};

const unwrap = (mark: Element): void => {
  const parent = mark.parentElement;
  mark.replaceWith(...mark.childNodes);
  parent?.normalize();
};

/** A highlight and where it is in the text; null if it is lost. */
export type Placed = { highlight: Highlight; place: Place | null };

/** Finds the highlights of an article in its text, which marks do not change. */
export const placeHighlights = (root: Element, highlights: readonly Highlight[]): Placed[] => {
  const places = findHighlights(read(root).text, highlights);
  return highlights.map((highlight, at) => ({ highlight, place: places[at] ?? null }));
};

/** Marks the highlights of an article in its text. Marks that are there stay, so that they keep the focus. */
export const paint = (root: Element, placed: readonly Placed[]): void => {
  const byId = new Map(placed.map((each) => [each.highlight.highlight_id, each]));
  for (const mark of marksIn(root)) if (!byId.has(mark.dataset['highlight'] ?? '')) unwrap(mark);
  const there = new Set(Array.from(marksIn(root), ({ dataset }) => dataset['highlight']));
  for (const [id, { place }] of byId)
    // Each mark splits text nodes, so they are read again.
    if (place !== null && !there.has(id)) wrap(read(root), place, id);
  for (const mark of marksIn(root)) {
    const known = byId.get(mark.dataset['highlight'] ?? '');
    if (known === undefined) continue;
    const { colour, note } = known.highlight;
    mark.dataset['colour'] = colour;
    mark.toggleAttribute('data-noted', note !== '');
    if (mark.hasAttribute('role')) mark.setAttribute('aria-description', note);
  }
};

/** Returns the mark that a press or a key means; null if it means another thing, such as a link. */
export const markAt = (target: EventTarget | null): HTMLElement | null => {
  const mark = target instanceof Element ? target.closest<HTMLElement>('mark[data-highlight]') : null;
  return mark?.closest('a') === null ? mark : null;
};

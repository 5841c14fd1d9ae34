/** The text of an article in the page, and where its parts are. Written without globals of the browser. */

const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DIV DL DT FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION TABLE TD TH TR UL'.split(
    ' ',
  ),
);

/** Stands in a read text where a block begins or ends: U+2029, which counts as white space and which no sentence goes over. */
export const PARAGRAPH = '\u2029';

/** A part of a text: its start and end in UTF-16 units. */
export type Place = { start: number; end: number };
type Piece = { node: Text; start: number };
export type ReadText = { text: string; pieces: Piece[] };

const isElement = (node: Node): node is Element => node.nodeType === 1;
const isText = (node: Node): node is Text => node.nodeType === 3;

/** Returns the text of an element, and where each of its text nodes begins in it. Elements that match `leftOut` are passed over. */
export const readText = (root: Element, leftOut: string): ReadText => {
  let text = '';
  const pieces: Piece[] = [];
  const add = (node: Node): void => {
    if (isText(node)) {
      pieces.push({ node, start: text.length });
      text += node.data;
    }
    if (!isElement(node) || node.matches(leftOut)) return;
    const mark = blocks.has(node.nodeName.toUpperCase()) ? PARAGRAPH : '';
    text += mark;
    for (const child of node.childNodes) add(child);
    text += mark;
  };
  add(root);
  return { text, pieces };
};

/** The part of a text node that belongs to a place. */
export type NodePart = { node: Text; from: number; to: number };

/** Returns the parts of text nodes that a place is made of, without those that are empty. */
export const partsOf = ({ pieces }: Pick<ReadText, 'pieces'>, { start, end }: Place): NodePart[] =>
  pieces.flatMap(({ node, start: at }) => {
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, node.data.length)];
    return from < to ? [{ node, from, to }] : [];
  });

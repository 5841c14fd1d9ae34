import { parsePage, rawText, type PageElement, type PageNode } from '../parser/html/page-tree.ts';
import { escaped, plain } from '../lib/markup.ts';

/** A picture that is in the book, by the address that the article names. */
export type BookPicture = { file: string };

/** A body of a chapter: blocks of XHTML, and the addresses of its links in the order of their numbers, from 1. */
export type ChapterBody = { xhtml: string; notes: string[] };

type Writer = {
  pictures: ReadonlyMap<string, BookPicture>;
  /** The number of each address by the address. */
  notes: Map<string, number>;
};

const WRAPPED = new Set(['code', 'strong', 'em', 'del', 'sub', 'sup']);
const INLINE = new Set([...WRAPPED, 'a', 'br', 'img']);

const text = (raw: string): string => escaped(plain(raw));

const isBlank = (node: PageNode): boolean => typeof node === 'string' && node.trim() === '';

const isInline = (node: PageNode): boolean => typeof node === 'string' || INLINE.has(node.name);

/** Signs that WHATWG leaves in an address and RFC 3986 does not know. */
const unknownSigns = /[\^`{|}<>"\\[\]]/g;

/** Returns an address as an e-book may have it; null if there is none. */
export const addressOf = (href: string | undefined): string | null => {
  const url = href === undefined ? null : URL.parse(href);
  if (url === null || !/^(?:https?|mailto):$/.test(url.protocol) || url.host.includes('[')) return null;
  return plain(url.href).replace(unknownSigns, encodeURIComponent);
};

const pictureOf = (writer: Writer, { attributes }: PageElement): string => {
  const alt = text(attributes['alt'] ?? '').trim();
  const picture = writer.pictures.get(attributes['src'] ?? '');
  if (picture !== undefined) return `<img src="${escaped(picture.file)}" alt="${alt}"/>`;
  return alt === '' ? '' : `<span class="missing">[${alt}]</span>`;
};

/** Returns a link with a small number, behind which the chapter ends with the address: a reader without a browser sees it there. */
const linkOf = (writer: Writer, element: PageElement): string => {
  const inner = inlineOf(writer, element.children, true);
  const address = addressOf(element.attributes['href']);
  if (address === null || inner.trim() === '') return inner;
  const known = writer.notes.get(address);
  const number = known ?? writer.notes.size + 1;
  writer.notes.set(address, number);
  const link = `<a href="${escaped(address)}">${inner}</a>`;
  if (known !== undefined || rawText(element).trim() === '') return link;
  return `${link}<sup><a epub:type="noteref" id="r${number}" href="#n${number}">${number}</a></sup>`;
};

/** Writes nodes inside a line. Blocks among them lose their form and keep their text. */
const inlineOf = (writer: Writer, nodes: readonly PageNode[], isInLink = false): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return text(node);
      if (node.name === 'br') return '<br/>';
      if (node.name === 'img') return pictureOf(writer, node);
      if (node.name === 'a' && !isInLink) return linkOf(writer, node);
      const inner = inlineOf(writer, node.children, isInLink);
      if (WRAPPED.has(node.name)) return inner === '' ? '' : `<${node.name}>${inner}</${node.name}>`;
      return INLINE.has(node.name) ? inner : ` ${inner} `;
    })
    .join('');

const wrapped = (name: string, inner: string): string =>
  inner.trim() === '' ? '' : `<${name}>${inner}</${name}>`;

/** Returns the elements of these names below a node, not below one another. */
const below = (node: PageElement, names: ReadonlySet<string>): PageElement[] =>
  node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return names.has(child.name) ? [child] : below(child, names);
  });

const ROW = new Set(['tr']);
const CELL = new Set(['td', 'th']);

const spanOf = ({ attributes }: PageElement): string =>
  ['colspan', 'rowspan']
    .filter((name) => /^[1-9]\d{0,2}$/.test(attributes[name] ?? ''))
    .map((name) => ` ${name}="${attributes[name]}"`)
    .join('');

const tableOf = (writer: Writer, table: PageElement): string => {
  const rows = below(table, ROW).map((row) =>
    below(row, CELL)
      .map((cell) => `<${cell.name}${spanOf(cell)}>${contentOf(writer, cell)}</${cell.name}>`)
      .join(''),
  );
  return wrapped('table', wrapped('tbody', rows.map((row) => wrapped('tr', row)).join('')));
};

const listOf = (writer: Writer, { name, children }: PageElement): string =>
  wrapped(
    name,
    children
      .filter((child) => !isBlank(child))
      .map((child) =>
        wrapped(
          'li',
          typeof child !== 'string' && child.name === 'li'
            ? contentOf(writer, child)
            : blocksOf(writer, [child]),
        ),
      )
      .join(''),
  );

const figureOf = (writer: Writer, { children }: PageElement): string => {
  const isCaption = (node: PageNode): node is PageElement =>
    typeof node !== 'string' && node.name === 'figcaption';
  const captions = children.filter(isCaption).map((caption) => inlineOf(writer, caption.children));
  const inner = blocksOf(
    writer,
    children.filter((child) => !isCaption(child)),
  );
  return wrapped('figure', inner + wrapped('figcaption', captions.join(' ')));
};

const blockOf = (writer: Writer, element: PageElement): string => {
  const { name, children } = element;
  // The title of the chapter is its only heading of the first rank.
  if (/^h[1-6]$/.test(name))
    return wrapped(`h${Math.min(6, Number(name[1]) + 1)}`, inlineOf(writer, children));
  if (name === 'hr') return '<hr/>';
  if (name === 'pre') return wrapped('pre', inlineOf(writer, children));
  if (name === 'blockquote') return wrapped('blockquote', blocksOf(writer, children));
  if (name === 'ul' || name === 'ol') return listOf(writer, element);
  if (name === 'table') return tableOf(writer, element);
  if (name === 'figure') return figureOf(writer, element);
  return blocksOf(writer, children);
};

/** Writes nodes as blocks: what stands in lines becomes paragraphs. */
const blocksOf = (writer: Writer, nodes: readonly PageNode[]): string => {
  let written = '';
  let line: PageNode[] = [];
  const endLine = () => {
    written += wrapped('p', inlineOf(writer, line));
    line = [];
  };
  for (const node of nodes) {
    if (isInline(node) || typeof node === 'string') line.push(node);
    else {
      endLine();
      written += blockOf(writer, node);
    }
  }
  endLine();
  return written;
};

/** Writes what is in an item of a list or a cell of a table: as a line where there is no block in it. */
const contentOf = (writer: Writer, { children }: PageElement): string =>
  children.every(isInline) ? inlineOf(writer, children) : blocksOf(writer, children);

/**
 * Writes sanitised HTML as blocks of XHTML that EPUB 3 allows. A picture that is not in the book leaves its description.
 * Links get numbers, whose addresses stand at the end of the chapter. Never throws.
 */
export const chapterBody = (html: string, pictures: ReadonlyMap<string, BookPicture>): ChapterBody => {
  const writer: Writer = { pictures, notes: new Map() };
  const xhtml = blocksOf(writer, parsePage(html).children);
  return { xhtml, notes: [...writer.notes.keys()] };
};

import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { feedChanges, isVisible } from '../../contract/index.ts';
import { MAX_ATTRIBUTES_OF_ELEMENT } from '../fields/limits.ts';
import { decodeDocument } from '../encoding/decode.ts';
import { outlineOf } from '../xml/outline.ts';
import { RefusedFile } from '../fields/refused-file.ts';

/** One feed of a document, as written there; `url` is empty if the outline is marked as a feed but has no address. */
export type OpmlRow = {
  url: string;
  title: string | null;
  folder: string | null;
  /** Days for which its articles stay, of a document that Omomi wrote. */
  keep_days?: number;
};

/** The namespace of what OPML has no attributes for (OPML 2.0, "Extending OPML"), and its attribute. */
const NAMESPACE = 'urn:omomi';
const KEEP_DAYS = 'omomi:keepDays';

export const MAX_OPML_FEEDS = 1000;
const MAX_DEPTH = 100;
const MAX_TITLE = 300;
const MAX_FOLDER = 100;
const MAX_URL = 4096;
export const BETWEEN_FOLDERS = ' / ';

export const tooManyFeeds = (): RefusedFile =>
  new RefusedFile(
    'too_many_feeds',
    `The document has more than ${MAX_OPML_FEEDS.toLocaleString('en')} feeds; split it.`,
  );

/** Returns at most `length` UTF-16 code units of the text, without splitting a surrogate pair. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

const orNull = (text: string): string | null => (isVisible(text) ? text : null);

// A line break in an attribute's source counts as a space (XML 1.0, 3.3.3); a line break written as a character
// reference stays.
const decodeAttribute = (source: string): string =>
  decodeHTMLStrict(source.replace(/[\t\n\r]/g, ' '))
    .toWellFormed()
    .trim();

const isFeedType = (type: string | undefined): boolean => /^(?:rss|rdf|atom|feed|json)$/i.test(type ?? '');

/** Returns null for a folder and for the other things that OPML may hold: links, inclusions, notes. */
const feedAddress = (attributes: Map<string, string>): string | null => {
  const address = attributes.get('xmlurl');
  if (address !== undefined) return address;
  if (isFeedType(attributes.get('type'))) return attributes.get('url') ?? '';
  return null;
};

/** Returns the days for which the articles of a feed stay. A value that a reader cannot choose is ignored. */
const keptIn = (attributes: Map<string, string>): Pick<OpmlRow, 'keep_days'> => {
  const days = feedChanges.shape.keep_days.safeParse(Number(attributes.get(KEEP_DAYS.toLowerCase()))).data;
  return typeof days === 'number' ? { keep_days: days } : {};
};

/**
 * Checks the number of attributes and names before the parser creates objects for them. Elements are not limited, since
 * the parser handles them one by one without keeping them.
 */
const refuseComplex = (text: string): void => {
  const { mostAttributes, isTooComplex } = outlineOf(text);
  if (mostAttributes > MAX_ATTRIBUTES_OF_ELEMENT) {
    throw new RefusedFile('too_large', `An element has more than ${MAX_ATTRIBUTES_OF_ELEMENT} attributes.`);
  }
  if (isTooComplex) {
    throw new RefusedFile(
      'too_large',
      'The document is more complex than a list of feeds: it has too many attributes or different names of elements.',
    );
  }
};

/**
 * Returns the feeds of an OPML 1 or 2 document in document order. Element and attribute names may be in any case;
 * entities are decoded, but declared ones are not expanded; a truncated document is read up to its end. Omomi has one
 * level of folders, so the names of nested folders are joined: "outer / inner". The time is linear in the length.
 * Throws RefusedFile if the document is not OPML, has more than 1,000 feeds or thousands of names or attributes, or has
 * outlines more than 100 levels deep.
 */
export const parseOpml = (bytes: Uint8Array): OpmlRow[] => {
  const rows: OpmlRow[] = [];
  /** The names of the folders around the current position; null for an outline without a name. */
  const open: (string | null)[] = [];
  let isOpml = false;

  const addOutline = (source: Record<string, string>): void => {
    if (open.length >= MAX_DEPTH)
      throw new RefusedFile('too_large', `The document is nested more than ${MAX_DEPTH} levels deep.`);
    const attributes = new Map(
      Object.entries(source).map(([name, value]) => [name.toLowerCase(), decodeAttribute(value)]),
    );
    const name = attributes.get('text') || attributes.get('title') || '';
    const url = feedAddress(attributes);
    if (url === null) {
      open.push(orNull(cut(name, MAX_FOLDER).trim()));
      return;
    }
    const folder = cut(open.filter((level) => level !== null).join(BETWEEN_FOLDERS), MAX_FOLDER).trim();
    open.push(null);
    if (rows.length === MAX_OPML_FEEDS) {
      throw tooManyFeeds();
    }
    rows.push({
      url: cut(url, MAX_URL),
      title: orNull(cut(name, MAX_TITLE).trim()),
      folder: orNull(folder),
      ...keptIn(attributes),
    });
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const local = name.toLowerCase();
        if (local === 'opml') isOpml = true;
        else if (local === 'outline' && isOpml) addOutline(attributes);
      },
      onclosetag: (name) => {
        if (name.toLowerCase() === 'outline') open.pop();
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  const { text } = decodeDocument(bytes, null);
  refuseComplex(text);
  parser.end(text);
  if (!isOpml)
    throw new RefusedFile('unknown', 'This is not an OPML document: there is no <opml> element in it.');
  return rows;
};

export type OpmlSubscription = {
  url: string;
  title: string;
  folder: string | null;
  site_url: string | null;
  keep_days: number | null;
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

// XML 1.0, 2.2: other characters cannot be written, not even as references, so they are omitted.
const isXmlCharacter = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff);
};

const attribute = (name: string, value: string): string => {
  const written = Array.from(value).filter(isXmlCharacter).join('');
  return ` ${name}="${written.replace(/[&<>"\t\n\r]/g, (one) => escapes[one] ?? one)}"`;
};

const feedOutline = ({ url, title, site_url, keep_days }: OpmlSubscription, indent: string): string =>
  `${indent}<outline type="rss"${attribute('text', title)}${attribute('title', title)}${attribute('xmlUrl', url)}${
    site_url === null ? '' : attribute('htmlUrl', site_url)
  }${keep_days === null ? '' : attribute(KEEP_DAYS, String(keep_days))}/>`;

/** Returns the subscriptions as an OPML 2.0 document: first those without a folder, then each folder as an outline. */
export const writeOpml = (subscriptions: readonly OpmlSubscription[], now: Date): string => {
  const folders = Map.groupBy(subscriptions, ({ folder }) => folder);
  const loose = folders.get(null) ?? [];
  const hasOwn = subscriptions.some(({ keep_days }) => keep_days !== null);
  const outlines = [...folders].flatMap(([folder, feeds]) =>
    folder === null
      ? []
      : [
          `    <outline${attribute('text', folder)}${attribute('title', folder)}>`,
          ...feeds.map((feed) => feedOutline(feed, '      ')),
          '    </outline>',
        ],
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    hasOwn ? `<opml version="2.0" xmlns:omomi="${NAMESPACE}">` : '<opml version="2.0">',
    '  <head>',
    '    <title>Omomi subscriptions</title>',
    `    <dateCreated>${now.toUTCString()}</dateCreated>`,
    '  </head>',
    '  <body>',
    ...loose.map((feed) => feedOutline(feed, '    ')),
    ...outlines,
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
};

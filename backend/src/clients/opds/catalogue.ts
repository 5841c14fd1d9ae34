import { escaped } from '../../today/words.ts';
import type { EditionWords } from '../../edition/words.ts';

const EPUB = 'application/epub+zip';
export const OPDS_1 = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
export const OPDS_2 = 'application/opds+json';

/** The path of the catalogue; the books are below it. */
export const OPDS_BASE = '/opds';

/** The editions that a reader can get: the last 24 hours, those that were kept, and each of the days before. */
export type Catalogue = {
  words: EditionWords;
  /** The address of the service. */
  origin: string;
  updated: string;
  books: { name: string; day: string; title: string; updated: string }[];
};

type Book = Catalogue['books'][number];

const idOf = ({ name }: Book): string => `urn:omomi:edition-of:${name}`;
const pathOf = ({ name }: Book): string => `${OPDS_BASE}/${name}.epub`;

/** Writes the catalogue as OPDS 1.2 (https://specs.opds.io/opds-1.2). */
export const writeOpds1 = ({ words, origin, updated, books }: Catalogue): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xml:lang="${words.language}">`,
    '<id>urn:omomi:editions</id>',
    `<title>${escaped(words.catalogue)}</title>`,
    `<updated>${updated}</updated>`,
    '<author><name>Omomi</name></author>',
    `<link rel="self" href="${escaped(origin)}${OPDS_BASE}" type="${OPDS_1}"/>`,
    `<link rel="start" href="${escaped(origin)}${OPDS_BASE}" type="${OPDS_1}"/>`,
    ...books.flatMap((book) => [
      '<entry>',
      `<id>${idOf(book)}</id>`,
      `<title>${escaped(book.title)}</title>`,
      `<updated>${book.updated}</updated>`,
      '<author><name>Omomi</name></author>',
      `<dc:language>${words.language}</dc:language>`,
      `<dc:issued>${book.day}</dc:issued>`,
      `<content type="text">${escaped(words.what)}</content>`,
      `<link rel="http://opds-spec.org/acquisition" href="${escaped(origin)}${pathOf(book)}" type="${EPUB}"/>`,
      '</entry>',
    ]),
    '</feed>',
    '',
  ].join('\n');

/** Writes the catalogue as OPDS 2.0 (https://drafts.opds.io/opds-2.0). */
export const writeOpds2 = ({ words, origin, updated, books }: Catalogue): string =>
  JSON.stringify({
    metadata: { title: words.catalogue, modified: updated },
    links: [{ rel: 'self', href: `${origin}${OPDS_BASE}/v2`, type: OPDS_2 }],
    publications: books.map((book) => ({
      metadata: {
        '@type': 'http://schema.org/Book',
        identifier: idOf(book),
        title: book.title,
        author: 'Omomi',
        language: words.language,
        published: book.day,
        modified: book.updated,
        description: words.what,
      },
      links: [{ rel: 'http://opds-spec.org/acquisition', href: `${origin}${pathOf(book)}`, type: EPUB }],
    })),
  });

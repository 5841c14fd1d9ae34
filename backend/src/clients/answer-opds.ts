import { fileAnswer } from '../api/answers.ts';
import type { ApiResult } from '../api/requests.ts';
import { isBelow } from '../config/client-paths.ts';
import type { Reader } from '../contract/endpoints/handlers.ts';
import { editionQuery, endpoints } from '../contract/index.ts';
import { keptAt } from '../edition/edition-blobs.ts';
import { editionWords, type EditionWords } from '../edition/words.ts';
import { escaped } from '../lib/markup.ts';
import { DomainError } from '../lib/errors.ts';
import { asReader, nothing, type ClientsContext } from './shared/context.ts';
import { type ClientRequest, documentAnswer } from './shared/request.ts';
import { readerOf } from './shared/sign-in.ts';

const DAY_MS = 24 * 3_600_000;
/**
 * The days before today of which there are books whether or not an edition was kept. Articles that were read go after some time, so
 * older books would be thin.
 */
const DAYS = 6;

export const isOpdsPath = (path: string): boolean => isBelow(path, OPDS_BASE);

/** Returns the reader whose API token is the password; null if there is none. E-readers know basic authentication alone. */
export const opdsReader = (ctx: ClientsContext, { headers }: ClientRequest): Promise<Reader | null> => {
  const given = /^Basic +(\S+) *$/i.exec(headers['x-viewer-authorization'] ?? '')?.[1] ?? '';
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString('utf8')) ?? [];
  return readerOf(ctx, password ?? null);
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const catalogueOf = async (ctx: ClientsContext, reader: Reader, origin: string): Promise<Catalogue> => {
  const [profile, notified] = await Promise.all([
    ctx.profiles.get(reader.user_id),
    ctx.notified.get(reader.user_id),
  ]);
  const words = editionWords(profile?.language ?? 'auto');
  const now = ctx.now();
  const today = dayOf(now.getTime());
  const before = Array.from({ length: DAYS }, (_, n) => dayOf(now.getTime() - (n + 1) * DAY_MS));
  const kept = keptAt(notified?.morning ?? null, now).keys();
  const days = [...new Set([...kept, ...before])].toSorted().toReversed();
  const bookOf = (day: string) => {
    const start = new Date(`${day}T00:00:00.000Z`);
    const end = new Date(start.getTime() + DAY_MS);
    return { name: day, day, title: words.title(day), updated: (end <= now ? end : start).toISOString() };
  };
  const newest = { name: 'today', day: today, title: words.lastHours(today), updated: now.toISOString() };
  return { words, origin, updated: now.toISOString(), books: [newest, ...days.map(bookOf)] };
};

const nothingHere = () => new DomainError('NOT_FOUND', 'There is nothing at this address.');

const bookAnswer = async (
  { handlers }: ClientsContext,
  reader: Reader,
  { origin, headers }: ClientRequest,
  name: string,
): Promise<ApiResult> => {
  const query = editionQuery.safeParse(name === 'today' ? {} : { day: name });
  if (!query.success) throw nothingHere();
  const book = await handlers.getEdition({ ...nothing, ...asReader(reader, origin), query: query.data });
  return fileAnswer(endpoints.getEdition, endpoints.getEdition.fileResponse, book, headers['if-none-match']);
};

/** Answers the catalogue of a reader's editions, or one of them. @throws NOT_FOUND, METHOD_NOT_ALLOWED */
export const answerOpds = async (
  ctx: ClientsContext,
  reader: Reader,
  request: ClientRequest,
): Promise<ApiResult> => {
  const { method, origin } = request;
  if (method !== 'GET')
    throw new DomainError('METHOD_NOT_ALLOWED', 'This address is served with GET only.', null, {
      headers: { allow: 'GET' },
    });
  const path = request.path.replace(/\/$/, '');
  if (path === OPDS_BASE) return documentAnswer(writeOpds1(await catalogueOf(ctx, reader, origin)), OPDS_1);
  if (path === `${OPDS_BASE}/v2`)
    return documentAnswer(writeOpds2(await catalogueOf(ctx, reader, origin)), OPDS_2);
  const [, name] = /^\/opds\/([\w-]+)\.epub$/.exec(path) ?? [];
  if (name === undefined) throw nothingHere();
  return bookAnswer(ctx, reader, request, name);
};

const EPUB = 'application/epub+zip';
const OPDS_1 = 'application/atom+xml;profile=opds-catalog;kind=acquisition';
const OPDS_2 = 'application/opds+json';

/** The path of the catalogue; the books are below it. */
const OPDS_BASE = '/opds';

/** The editions that a reader can get: the last 24 hours, those that were kept, and each of the days before. */
type Catalogue = {
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
const writeOpds1 = ({ words, origin, updated, books }: Catalogue): string =>
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
const writeOpds2 = ({ words, origin, updated, books }: Catalogue): string =>
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

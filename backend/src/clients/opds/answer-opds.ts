import { fileAnswer } from '../../api/answers.ts';
import type { ApiResult } from '../../api/requests.ts';
import { isBelow } from '../../config/client-paths.ts';
import type { Reader } from '../../contract/endpoints/handlers.ts';
import { editionQuery, endpoints } from '../../contract/index.ts';
import { editionWords } from '../../edition/words.ts';
import { DomainError } from '../../lib/errors.ts';
import { documentAnswer } from '../shared/answers.ts';
import { asReader, nothing, type ClientsContext } from '../shared/context.ts';
import type { ClientRequest } from '../shared/request.ts';
import { readerOf } from '../shared/sign-in.ts';
import { OPDS_1, OPDS_2, writeOpds1, writeOpds2, type Catalogue } from './catalogue.ts';

const BASE = '/opds';
const DAY_MS = 24 * 3_600_000;
/** The days before today of which there are books. Articles that were read go after some time, so older books would be thin. */
const DAYS = 6;

export const isOpdsPath = (path: string): boolean => isBelow(path, BASE);

/** Returns the reader whose API token is the password; null if there is none. E-readers know basic authentication alone. */
export const opdsReader = (ctx: ClientsContext, { headers }: ClientRequest): Promise<Reader | null> => {
  const given = /^Basic +(\S+) *$/i.exec(headers['x-viewer-authorization'] ?? '')?.[1] ?? '';
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString('utf8')) ?? [];
  return readerOf(ctx, password ?? null);
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const catalogueOf = async (ctx: ClientsContext, reader: Reader, origin: string): Promise<Catalogue> => {
  const profile = await ctx.profiles.get(reader.user_id);
  const words = editionWords(profile?.language ?? 'auto');
  const now = ctx.now();
  const today = dayOf(now.getTime());
  const before = Array.from({ length: DAYS }, (_, n) => dayOf(now.getTime() - (n + 1) * DAY_MS));
  const bookOf = (day: string, name: string, updated: string) => ({
    day,
    title: words.title(day),
    path: `${BASE}/${name}.epub`,
    updated,
  });
  const ended = (day: string) => new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString();
  return {
    words,
    origin,
    updated: now.toISOString(),
    books: [bookOf(today, 'today', now.toISOString()), ...before.map((day) => bookOf(day, day, ended(day)))],
  };
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
  if (path === BASE) return documentAnswer(writeOpds1(await catalogueOf(ctx, reader, origin)), OPDS_1);
  if (path === `${BASE}/v2`)
    return documentAnswer(writeOpds2(await catalogueOf(ctx, reader, origin)), OPDS_2);
  const [, name] = /^\/opds\/([\w-]+)\.epub$/.exec(path) ?? [];
  if (name === undefined) throw nothingHere();
  return bookAnswer(ctx, reader, request, name);
};

import type { ApiResult } from '../../api/requests.ts';
import { DomainError } from '../../lib/errors.ts';
import { loadKnown, type Call, type ClientEndpoint } from '../shared/call.ts';
import type { ClientsContext } from '../shared/context.ts';
import { articleIdsIn, longId, feedStreamId, itemJson, microseconds, STATE, categoriesOf } from './items.ts';
import { loadItems, type LoadedItem } from '../shared/load-items.ts';
import { decoded } from '../../lib/decoded.ts';
import { numberIn, timeIn, documentAnswer, jsonAnswer } from '../shared/request.ts';
import { positionOf, selectItems, type Selected, type Selection } from '../shared/select-items.ts';
import { streamOf, type Known, type Stream } from '../shared/streams.ts';
import { escaped, plain } from '../../lib/markup.ts';

/** The most items of one answer: ids alone, and with their texts. A client that asks for more goes on by continuation. */
const [MOST_IDS, MOST_CONTENTS] = [10_000, 1000];
const DEFAULT_LIMIT = 20;
/** The bytes of the texts of one answer. Lambda cannot give one above 6 MB. */
const MOST_BYTES = 5_000_000;

const streamUnknown = (id: string): DomainError =>
  new DomainError('NOT_FOUND', `There is no list ${JSON.stringify(id)}. Read the lists again.`);

/** Returns a list that a filter names; one that is not known holds nothing, so that it leaves out nothing. */
const filterOf = (id: string, known: Known): Stream => streamOf(id, known) ?? { kind: 'nothing' };

const selectionOf = (
  { request: { parameters } }: Call,
  stream: Stream,
  known: Known,
  most: number,
): Selection => {
  const filters = (name: string): Stream[] =>
    parameters
      .getAll(name)
      .filter(Boolean)
      .map((id) => filterOf(id, known));
  return {
    stream,
    without: filters('xt'),
    within: filters('it'),
    since: timeIn(parameters, 'ot'),
    until: timeIn(parameters, 'nt'),
    oldestFirst: parameters.get('r') === 'o',
    limit: Math.min(Math.max(numberIn(parameters, 'n') ?? DEFAULT_LIMIT, 1), most),
    continuation: parameters.get('c') || null,
  };
};

type Opened = Selected & { id: string; stream: Stream; title: string };

const openList = async (ctx: ClientsContext, call: Call, id: string, most: number): Promise<Opened> => {
  const known = await loadKnown(ctx, call.reader);
  const stream = streamOf(id, known);
  if (stream === null) throw streamUnknown(id);
  const selected = await selectItems(ctx, call.reader, known.rows, selectionOf(call, stream, known, most));
  return { ...selected, ...nameOf(stream, known), stream };
};

const nameOf = (stream: Stream, { names }: Known): { id: string; title: string } => {
  if (stream.kind === 'feed')
    return { id: feedStreamId(stream.feed_id), title: names.feeds.get(stream.feed_id) ?? '' };
  if ('name' in stream) return { id: `user/-/label/${stream.name}`, title: stream.name };
  const states = {
    all: 'reading-list',
    read: 'read',
    unread: 'kept-unread',
    starred: 'starred',
    nothing: '',
  };
  return { id: `${STATE}${states[stream.kind]}`, title: 'Omomi' };
};

/** `continuation` is absent where nothing follows: clients ask on for as long as it is there. */
const withContinuation = (continuation: string | null): { continuation?: string } =>
  continuation === null ? {} : { continuation };

const listIds = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const id = call.request.parameters.get('s') ?? `${STATE}reading-list`;
  const { items, continuation } = await openList(ctx, call, id, MOST_IDS);
  return jsonAnswer({
    itemRefs: items.map(({ row, feed_ids: [feed_id = row.feed_id] }) => ({
      id: row.article_id,
      directStreamIds: [feedStreamId(feed_id)],
      timestampUsec: microseconds(row.created_ms),
    })),
    ...withContinuation(continuation),
  });
};

/** Texts that are read at once: an answer that is full is not read further. */
const AT_ONCE = 100;

/** Returns the first items whose texts fit into an answer, at least one, and the number of ids that they are of. */
const loadFitting = async (
  ctx: ClientsContext,
  { reader, request: { origin } }: Call,
  ids: readonly string[],
  feed_id: string | null,
): Promise<{ items: LoadedItem[]; taken: number }> => {
  const items: LoadedItem[] = [];
  let bytes = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const loaded = await loadItems(ctx, reader.user_id, { ids: some, feed_id, origin });
    for (const item of loaded) {
      bytes += Buffer.byteLength(JSON.stringify(itemJson(item)));
      if (bytes > MOST_BYTES && items.length > 0)
        return { items, taken: at + some.indexOf(item.row.article_id) };
      items.push(item);
    }
  }
  return { items, taken: ids.length };
};

/** Returns a list with texts, from the id in the path or of the whole reading list. */
const openContents = async (ctx: ClientsContext, call: Call, id: string) => {
  const list = await openList(ctx, call, id, MOST_CONTENTS);
  const ids = list.items.map(({ row }) => row.article_id);
  const feed_id = list.stream.kind === 'feed' ? list.stream.feed_id : null;
  const { items, taken } = await loadFitting(ctx, call, ids, feed_id);
  const last = list.items[taken - 1];
  const continuation =
    taken === ids.length || last === undefined ? list.continuation : positionOf(last, taken - 1);
  const updated =
    items
      .map(({ row }) => row.created_at)
      .toSorted()
      .at(-1) ?? ctx.now().toISOString();
  return { ...list, items, continuation, updated };
};

const listContents = async (ctx: ClientsContext, call: Call, id: string): Promise<ApiResult> => {
  const list = await openContents(ctx, call, id);
  return jsonAnswer({
    direction: 'ltr',
    id: list.id,
    title: list.title,
    self: [{ href: call.request.origin + call.request.path }],
    updated: Math.floor(Date.parse(list.updated) / 1000),
    updatedUsec: microseconds(list.updated),
    items: list.items.map(itemJson),
    ...withContinuation(list.continuation),
  });
};

const listAtom = async (ctx: ClientsContext, call: Call, id: string): Promise<ApiResult> => {
  const list = await openContents(ctx, call, id);
  const self = call.request.origin + call.request.path;
  return documentAnswer(writeAtomList({ ...list, self }), 'application/atom+xml');
};

const FROM = /^\d{1,5}$/;

/** Answers the items that a request names, as many as fit. The continuation is the number of those that were answered. */
const namedContents = async (ctx: ClientsContext, call: Call): Promise<ApiResult> => {
  const { parameters } = call.request;
  const ids = articleIdsIn(parameters);
  const given = parameters.get('c') ?? '';
  const from = FROM.test(given) ? Number(given) : 0;
  const wanted = ids.slice(from, from + MOST_CONTENTS);
  const { items, taken } = await loadFitting(ctx, call, wanted, null);
  const reached = from + taken;
  return jsonAnswer({
    direction: 'ltr',
    id: `${STATE}reading-list`,
    title: 'Omomi',
    self: [{ href: call.request.origin + call.request.path }],
    updated: Math.floor(ctx.now().getTime() / 1000),
    updatedUsec: microseconds(ctx.now().getTime()),
    items: items.map(itemJson),
    ...withContinuation(reached < ids.length ? String(reached) : null),
  });
};

export const idsEndpoint: ClientEndpoint = { answer: listIds };
export const namedContentsEndpoint: ClientEndpoint = { answer: namedContents };

/** The endpoints of a list whose id follows in the path, percent-encoded or not. */
export const contentsEndpoint = (id: string): ClientEndpoint => ({
  answer: (ctx, call) => listContents(ctx, call, decoded(id)),
});
export const atomEndpoint = (id: string): ClientEndpoint => ({
  answer: (ctx, call) => listAtom(ctx, call, decoded(id)),
});

type AtomList = {
  id: string;
  title: string;
  self: string;
  updated: string;
  items: LoadedItem[];
  continuation: string | null;
};

const text = (value: string): string => escaped(plain(value));

/** newsboat knows by the label, and only with this scheme, whether an item is read. */
const category = (id: string): string =>
  `<category term="${text(id)}" scheme="http://www.google.com/reader/" label="${text(id.slice(id.lastIndexOf('/') + 1))}"/>`;

const entryOf = (item: LoadedItem): string => {
  const { row, link, author, content, enclosures, feed } = item;
  return [
    `<entry gr:crawl-timestamp-msec="${Date.parse(row.created_at)}">`,
    `<id>${longId(row.article_id)}</id>`,
    ...categoriesOf(item).map(category),
    // As HTML, so that a client that takes every title for HTML shows signs of markup and does not obey them.
    `<title type="html">${text(escaped(row.title))}</title>`,
    `<published>${row.published_at}</published>`,
    `<updated>${row.published_at}</updated>`,
    `<link rel="alternate" href="${text(link)}" type="text/html"/>`,
    ...enclosures.map(
      ({ url, type, length }) =>
        `<link rel="enclosure" href="${text(url)}" type="${text(type ?? 'application/octet-stream')}" length="${length ?? 0}"/>`,
    ),
    `<content type="html">${text(content)}</content>`,
    `<author><name>${text(author)}</name></author>`,
    `<source gr:stream-id="${feedStreamId(feed.feed_id)}"><id>${feedStreamId(feed.feed_id)}</id><title type="html">${text(escaped(feed.title))}</title><link rel="alternate" href="${text(feed.html_url)}" type="text/html"/></source>`,
    '</entry>',
  ].join('\n');
};

/** Writes a list as Atom 1.0 with the additions of Google Reader. */
const writeAtomList = ({ id, title, self, updated, items, continuation }: AtomList): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:gr="http://www.google.com/schemas/reader/atom/">',
    `<id>tag:google.com,2005:reader/${text(id)}</id>`,
    `<title type="html">${text(escaped(title))}</title>`,
    ...(continuation === null ? [] : [`<gr:continuation>${continuation}</gr:continuation>`]),
    `<link rel="self" href="${text(self)}"/>`,
    `<updated>${updated}</updated>`,
    ...items.map(entryOf),
    '</feed>',
    '',
  ].join('\n');

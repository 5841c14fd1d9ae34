import type { Attributes, TagReader } from '../html/read-tags.ts';

/** The statements in the head of a page, as written. */
export type PageHead = {
  /** The contents of `<meta>` by property, name or itemprop in lower case: the first of each that is not empty. */
  metas: ReadonlyMap<string, string>;
  title: string;
  /** `href` of the first `<base>`. */
  base: string | null;
  /** `href` of the first `<link rel="canonical">`. */
  canonical: string | null;
  /** `lang` of `<html>`. */
  language: string | null;
  /** The first date that an element marks as that of publication. */
  published: string | null;
  /** The texts of the JSON-LD scripts. */
  json_ld: string[];
};

/** Lengths in characters. */
const MAX_TITLE = 2000;
const MAX_SCRIPTS = 1_000_000;
const MAX_METAS = 500;

/** Directives for robots add up, so that a page may state them in several elements. */
const ROBOTS = new Set(['robots', 'omomi']);

const keyOf = (attributes: Attributes): string =>
  (attributes['property'] ?? attributes['name'] ?? attributes['itemprop'] ?? '').trim().toLowerCase();

const addMeta = (metas: Map<string, string>, attributes: Attributes): void => {
  const key = keyOf(attributes);
  const content = attributes['content']?.trim() ?? '';
  const known = metas.get(key);
  if (key === '' || content === '' || metas.size >= MAX_METAS) return;
  if (known === undefined) metas.set(key, content);
  else if (ROBOTS.has(key) && known.length < MAX_TITLE) metas.set(key, `${known}, ${content}`);
};

const isJsonLd = (attributes: Attributes): boolean =>
  /^\s*application\/ld\+json/i.test(attributes['type'] ?? '');

const isPublication = (attributes: Attributes): boolean =>
  'pubdate' in attributes || /\bdatepublished\b/i.test(attributes['itemprop'] ?? '');

/** Reads what a page says of itself. Such elements count wherever they stand, since many stand in the body. */
export const createHeadReader = (): TagReader & { result: () => PageHead } => {
  const metas = new Map<string, string>();
  const head: Omit<PageHead, 'metas'> = {
    title: '',
    base: null,
    canonical: null,
    language: null,
    published: null,
    json_ld: [],
  };
  let isTitle = false;
  let foreign = 0;
  let script: string | null = null;
  let scriptLength = 0;

  const open = (name: string, attributes: Attributes): void => {
    if (name === 'meta') addMeta(metas, attributes);
    else if (isPublication(attributes))
      head.published ??= attributes['datetime'] ?? attributes['content'] ?? null;
    if (name === 'html') head.language ??= attributes['lang'] ?? attributes['xml:lang'] ?? null;
    if (name === 'base') head.base ??= attributes['href'] ?? null;
    if (name === 'link' && /\bcanonical\b/i.test(attributes['rel'] ?? ''))
      head.canonical ??= attributes['href'] ?? null;
    if (name === 'svg') foreign += 1;
    if (name === 'title') isTitle = foreign === 0 && head.title.trim() === '';
    if (name === 'script' && isJsonLd(attributes)) script = '';
  };
  const close = (name: string): void => {
    if (name === 'svg') foreign -= 1;
    if (name === 'title') isTitle = false;
    if (name !== 'script' || script === null) return;
    head.json_ld.push(script);
    script = null;
  };
  const text = (piece: string): void => {
    if (isTitle && head.title.length < MAX_TITLE) head.title += piece;
    if (script === null || scriptLength > MAX_SCRIPTS) return;
    script += piece;
    scriptLength += piece.length;
  };
  return { open, close, text, result: () => ({ ...head, metas }) };
};

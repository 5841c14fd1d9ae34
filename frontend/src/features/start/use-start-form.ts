import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sampleAddresses, sampleLanguage, samples } from '@omomi/backend/contract';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/api.ts';
import { patiently } from '../../lib/api/limit.ts';
import { keys } from '../../lib/queries/query-keys.ts';
import { serverNow } from '../../lib/clock.ts';
import { useI18n } from '../../lib/i18n/language.tsx';

type Added = { kind: 'keyword' | 'feed'; text: string };
export type Failure = Added & { error: unknown };

type Work = {
  addresses: readonly string[];
  keywords: readonly string[];
  add: (what: Added) => Promise<unknown>;
  /** Checks if an error means that the item was added before. */
  isThere: (error: unknown) => boolean;
  /** Called with the number of feeds tried so far. */
  onFeed: (done: number) => void;
};

/**
 * Adds the keywords, then the feeds, and returns those that failed. Adds one after the other, because the server has a
 * rate limit and the button counts the feeds.
 */
export const addAll = async ({ addresses, keywords, add, isThere, onFeed }: Work): Promise<Failure[]> => {
  const failed: Failure[] = [];
  const tryTo = async (what: Added): Promise<void> => {
    try {
      await add(what);
    } catch (error) {
      if (!isThere(error)) failed.push({ ...what, error });
    }
  };
  for (const text of keywords) await tryTo({ kind: 'keyword', text });
  for (const [index, text] of addresses.entries()) {
    await tryTo({ kind: 'feed', text });
    onFeed(index + 1);
  }
  return failed;
};

const adds = {
  keyword: (text: string) => call('addKeyword', { body: { text } }),
  feed: (url: string) => call('addFeed', { body: { url, if_several: 'ask' } }),
} as const;

/** Returns true if a feed or keyword exists already. A second try may repeat the first, so this is not a failure. */
const isThere = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'ALREADY_SUBSCRIBED' || error.code === 'KEYWORD_EXISTS');

type Progress = { done: number; total: number; isWaiting: boolean };

/**
 * Adds keywords before feeds, so that the first articles are scored when they arrive. `start` continues after failures
 * and returns them.
 */
const useFirstStart = () => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failures, setFailures] = useState<Failure[]>([]);

  const start = async (addresses: string[], keywords: string[]): Promise<Failure[]> => {
    setFailures([]);
    setProgress({ done: 0, total: addresses.length, isWaiting: false });
    const failed = await addAll({
      addresses,
      keywords,
      isThere,
      onFeed: (done) => setProgress({ done, total: addresses.length, isWaiting: false }),
      add: ({ kind, text }) =>
        patiently<unknown>(
          () => adds[kind](text),
          () => setProgress((before) => before && { ...before, isWaiting: true }),
        ),
    });
    setFailures(failed);
    await client.invalidateQueries({ queryKey: keys.keywords });
    await client.invalidateQueries({ queryKey: keys.feeds });
    return failed;
  };

  return { progress, failures, start };
};

const unique = (texts: string[]): string[] => [...new Set(texts.map((text) => text.trim()))].filter(Boolean);

/** Splits a text into addresses at line ends, blanks or commas. */
export const splitAddresses = (text: string): string[] => unique(text.split(/[\s,、]+/u));

/** Splits a text into keywords at line ends or commas, including Japanese ones. A keyword may contain blanks. */
export const splitKeywords = (text: string): string[] =>
  unique(text.split(/[,、,\n]+/u)).filter((keyword) => keyword.length <= 100);

/** Manages the fields of the first page. After a try that failed in part, they contain only the failed entries. */
export const useStartForm = (onStart: () => void, onDone: () => void) => {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [own, setOwn] = useState('');
  const [words, setWords] = useState('');
  const [busy, setBusy] = useState(false);
  const { progress, failures, start } = useFirstStart();
  const { language } = useI18n();

  const addresses = [...picked, ...splitAddresses(own)];
  // If all feeds were added, the keywords that failed may be all that is left to try.
  const canBegin = addresses.length > 0 || (failures.length > 0 && splitKeywords(words).length > 0);
  const keepOnly = (failed: readonly Failure[]): void => {
    const textsOf = (kind: Failure['kind']) =>
      failed.filter((each) => each.kind === kind).map(({ text }) => text);
    const urls = textsOf('feed');
    setWords(textsOf('keyword').join(', '));
    setPicked(new Set(urls.filter((url) => picked.has(url))));
    setOwn(urls.filter((url) => !picked.has(url)).join('\n'));
  };
  const beginWith = async (urls: string[], keywords: string[]): Promise<void> => {
    onStart();
    setBusy(true);
    const failed = await start(urls, keywords);
    setBusy(false);
    if (failed.length === 0) onDone();
    else keepOnly(failed);
  };
  const toggle = (url: string): void => {
    const next = new Set(picked);
    if (!next.delete(url)) next.add(url);
    setPicked(next);
  };
  return {
    picked,
    toggle,
    own,
    setOwn,
    words,
    setWords,
    addresses,
    canBegin,
    busy,
    progress,
    failures,
    begin: () => beginWith(addresses, splitKeywords(words)),
    /** Follows one of the feeds or lists that an address led to in its place, and tries the others again. */
    pick: (address: string, url: string) =>
      beginWith(
        addresses.map((each) => (each === address ? url : each)),
        splitKeywords(words),
      ),
    /** Follows the sample feeds, with their keywords, whatever the fields say. */
    beginWithSamples: () => {
      const inLanguage = sampleLanguage(language);
      return beginWith(sampleAddresses(inLanguage, serverNow()), [...samples[inLanguage].keywords]);
    },
  };
};

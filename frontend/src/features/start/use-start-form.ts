import { sampleAddresses, sampleLanguage, samples } from '@omomi/backend/contract';
import { useState } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { type Failure, useFirstStart } from './use-first-start.ts';

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

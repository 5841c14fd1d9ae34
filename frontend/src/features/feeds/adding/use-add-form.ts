import type { FeedCandidate } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useNotify } from '../../../lib/notify.ts';
import { sendLater } from '../../../lib/offline/outbox.ts';
import { reloadFeeds } from '../../../lib/queries/refresh-lists.ts';
import { useDiscover } from '../mutations.ts';
import { type LineResult, addLines, leftToMend } from '../../../components/adding/add-lines.ts';
import { askedAddress } from './sent-page.ts';

const ADDRESS = /https?:\/\/[^\s<>"]+/giu;

/** Text that is a document of feeds, and no list of addresses. */
export const isOpml = (text: string): boolean => /<opml[\s>]/i.test(text);

/** Returns an address without the commas and semicolons that end it in a list. */
const withoutEnd = (address: string): string => {
  let end = address.length;
  while (end > 0 && ',、;'.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
};

/** Returns the addresses in one line: those that begin with http, or several that are separated by blanks or commas. */
const addressesIn = (line: string): string[] => {
  const full = line.match(ADDRESS) ?? [];
  // A line such as `The Herald - https://herald.example/feed`. One address alone may have blanks, which it is sent with.
  if (full.length > 1 || (full.length === 1 && /\s/u.test(line))) return full.map(withoutEnd);
  const parts = line.split(/[\s,、]+/u).filter(Boolean);
  return parts.length > 1 && parts.every((part) => part.includes('.')) ? parts : [line];
};

/** Returns the addresses of a pasted text, each once, in their order. */
export const addressesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\r\n]+/u)
      .map((line) => line.trim())
      .filter(Boolean)
      .flatMap(addressesIn),
  ),
];

type Options = {
  onClose: () => void;
  /** Called with the ids of the feeds that were added, at least one. */
  onAdded: (feedIds: string[]) => void;
};

type Progress = { done: number; total: number; isWaiting: boolean };

const isDone = ({ outcome }: LineResult): boolean => outcome === 'added' || outcome === 'later';
const isOver = (result: LineResult): boolean => isDone(result) || result.outcome === 'known';

/** Tells what was added, and keeps for later what could not be sent. */
const useTell = () => {
  const texts = useTexts('adding').addFeed;
  const { t } = useI18n();
  const notify = useNotify();
  return (results: readonly LineResult[]): void => {
    const added = results.flatMap((each) => (each.outcome === 'added' ? [each.feed] : []));
    const [first] = added;
    for (const { address, outcome } of results) {
      if (outcome !== 'later') continue;
      sendLater({ kind: 'follow', url: address });
      notify.info(t.offline.addLater(address));
    }
    if (first !== undefined)
      notify.info(added.length === 1 ? texts.added(first.title) : texts.addedMany(added.length));
  };
};

/** Adds addresses to a folder, one after the other, and tells how far it is. */
const useAdding = () => {
  const client = useQueryClient();
  const tell = useTell();
  const [progress, setProgress] = useState<Progress | null>(null);
  const add = async (addresses: readonly string[], folder: string | null): Promise<LineResult[]> => {
    const total = addresses.length;
    setProgress({ done: 0, total, isWaiting: false });
    const results = await addLines({
      addresses,
      add: (url) => call('addFeed', { body: { url, folder, if_several: 'ask' } }),
      onProgress: (each) => setProgress({ ...each, total }),
    });
    setProgress(null);
    tell(results);
    if (results.some(({ outcome }) => outcome === 'added')) void reloadFeeds(client);
    return results;
  };
  return { progress, add };
};

/** Holds what the reader has typed into the form, what it is doing, and what came of it. */
export const useAddForm = ({ onClose, onAdded }: Options) => {
  const discover = useDiscover();
  const [text, setText] = useState(() => askedAddress(window.location));
  const [folder, setFolder] = useState<string | null>(null);
  const [told, setTold] = useState<readonly LineResult[]>([]);
  const { progress, add } = useAdding();
  const addresses = addressesOf(text);
  // A line that was corrected has not been tried yet.
  const results = told.filter((each) => isOver(each) || addresses.includes(each.address));
  const isBusy = progress !== null || discover.isPending;

  const close = (): void => {
    onClose();
    // What is being added goes on, and what comes of it is told when the reader opens the form again.
    if (progress !== null) return;
    setText('');
    setTold([]);
    discover.reset();
  };
  const follow = async (wanted: readonly string[], before: readonly LineResult[] = []): Promise<void> => {
    discover.reset();
    const all = [...before, ...(await add(wanted, folder))];
    const isAll = all.every(isDone);
    setTold(isAll ? [] : all);
    setText(leftToMend(all).join('\n'));
    if (!isAll) return;
    onClose();
    const added = all.flatMap((each) => (each.outcome === 'added' ? [each.feed.feed_id] : []));
    if (added.length > 0) onAdded(added);
  };
  return {
    text,
    type: (next: string): void => {
      setText(next);
      discover.reset();
    },
    folder,
    setFolder,
    addresses,
    isOpml: isOpml(text),
    progress,
    results,
    discover,
    isBusy,
    close,
    submit: (): void => {
      if (addresses.length > 0 && !isOpml(text) && !isBusy) void follow(addresses);
    },
    /** Follows one of the feeds or lists that an address led to. */
    pick: ({ url }: Pick<FeedCandidate, 'url'>, of: string | null): void =>
      void follow(
        [url],
        results.filter(({ address }) => address !== of),
      ),
    look: (address: string): void => {
      setTold([]);
      discover.mutate(address);
    },
  };
};

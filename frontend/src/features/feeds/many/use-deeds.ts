import type { Feed } from '@omomi/backend/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { patiently } from '../../../lib/api/limit.ts';
import { call } from '../../../lib/api/api.ts';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { dropFeed } from '../../../lib/marks/mark-all.ts';
import { useNotify } from '../../../lib/notify.ts';
import { reloadFeeds } from '../../../lib/queries/refresh-lists.ts';
import { isInTrouble } from '../table/view.ts';
import { useDeed } from '../../../lib/queries/use-deed.ts';

/** What can be done with many feeds. */
export type Deed =
  | { kind: 'move'; folder: string | null }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'retry' }
  | { kind: 'leave' };

/** Returns the feeds with which there is something to do. */
export const concerned = (deed: Deed, feeds: readonly Feed[]): Feed[] => {
  switch (deed.kind) {
    case 'move':
      return feeds.filter(({ folder }) => folder !== deed.folder);
    case 'pause':
      return feeds.filter(({ is_active }) => is_active);
    case 'resume':
      return feeds.filter(({ is_active }) => !is_active);
    case 'retry':
      return feeds.filter(isInTrouble);
    case 'leave':
      return [...feeds];
  }
};

/** A feed for which something failed, with the error. */
type Failure = { feed: Feed; error: unknown };

/** How far a deed came: `done` of `total` feeds; `isWaiting` until a rate limit has passed. */
export type Progress = { done: number; total: number; isWaiting: boolean };

type Work = {
  feeds: readonly Feed[];
  act: (feed: Feed) => Promise<unknown>;
  onProgress: (progress: Progress) => void;
  /** Asked before each feed; true ends the work. */
  isStopped: () => boolean;
  /** Waits for seconds; tests hand in another one. */
  wait?: (seconds: number) => Promise<void>;
};

/** The rest would fail in the same way: without a connection, or signed out. */
const isHopeless = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 401);

/** A feed that is no longer followed needs nothing more. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOT_FOUND';

/**
 * Does something with feeds, one after the other, and waits where a rate limit asks for it. Returns the feeds with which
 * it is done, those that failed, and those that it did not come to because it was stopped.
 */
export const oneByOne = async ({ feeds, act, onProgress, isStopped, wait }: Work) => {
  const done: Feed[] = [];
  const failed: Failure[] = [];
  const total = feeds.length;
  for (const [index, feed] of feeds.entries()) {
    if (isStopped()) return { done, failed, left: feeds.slice(index) };
    onProgress({ done: index, total, isWaiting: false });
    try {
      await patiently(
        () => act(feed),
        () => onProgress({ done: index, total, isWaiting: true }),
        wait,
      );
      done.push(feed);
    } catch (error) {
      if (isGone(error)) done.push(feed);
      else if (isHopeless(error)) {
        failed.push(...feeds.slice(index).map((each) => ({ feed: each, error })));
        return { done, failed, left: [] };
      } else failed.push({ feed, error });
    }
  }
  return { done, failed, left: [] };
};

/** The outcome of a deed that is not done for all feeds. */
export type Report = { deed: Deed; failed: readonly Failure[]; left: readonly Feed[] };

const actOf =
  (deed: Deed) =>
  ({ feed_id }: Feed): Promise<unknown> => {
    const params = { feed_id };
    switch (deed.kind) {
      case 'move':
        return call('updateFeed', { params, body: { folder: deed.folder } });
      case 'pause':
      case 'resume':
        return call('updateFeed', { params, body: { is_active: deed.kind === 'resume' } });
      case 'retry':
        return call('resumeFeed', { params });
      case 'leave':
        return call('deleteFeed', { params });
    }
  };

/** Does something with many feeds, tells how far it is, and what failed. It goes on if the reader leaves the page. */
export const useDeeds = () => {
  const client = useQueryClient();
  const notify = useNotify();
  const texts = useTexts('feedsPage');
  const isStopped = useRef(false);
  const [progress, setProgress] = useState<(Progress & { kind: Deed['kind'] }) | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const { mutate } = useDeed({
    mutationFn: ({ deed, feeds }: { deed: Deed; feeds: readonly Feed[] }) => {
      isStopped.current = false;
      setReport(null);
      return oneByOne({
        feeds: concerned(deed, feeds),
        act: actOf(deed),
        onProgress: (each) => setProgress({ ...each, kind: deed.kind }),
        isStopped: () => isStopped.current,
      });
    },
    onSuccess: ({ done, failed, left }, { deed }) => {
      if (deed.kind === 'leave') for (const { feed_id } of done) dropFeed(client, feed_id);
      if (done.length > 0) notify.info(texts.did[deed.kind](done.length));
      if (failed.length > 0 || left.length > 0) setReport({ deed, failed, left });
    },
    onSettled: () => {
      setProgress(null);
      return reloadFeeds(client);
    },
  });
  return {
    run: (deed: Deed, feeds: readonly Feed[]): void => mutate({ deed, feeds }),
    progress,
    report,
    stop: (): void => {
      isStopped.current = true;
    },
    dismiss: (): void => setReport(null),
  };
};

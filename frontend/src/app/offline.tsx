import '../components/above-foot.css';
import { Box } from '@chakra-ui/react';
import { Fragment, useState, useSyncExternalStore, useEffect, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { gapAfter } from '../lib/format.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { onUnsent, unsentMarks } from '../lib/marks/unsent.ts';
import { useReached, onReachedAgain } from '../lib/offline/connection.ts';
import { onOutbox, waitingChanges, sendWaiting, waitingMarkAlls } from '../lib/offline/outbox.ts';
import { call } from '../lib/api/api.ts';
import { signalLists, refreshMarks } from '../lib/queries/refresh-lists.ts';
import { keys } from '../lib/queries/query-keys.ts';
import { type ArticleListOf, loadListPage } from '../features/articles/queries.ts';
import { usePreferences } from '../lib/preferences/preferences.tsx';
import { useUndo } from '../lib/jobs.ts';
import { useNotify } from '../lib/notify.ts';
import { useView } from './address/use-view.ts';

const countWaiting = (): number => waitingChanges().length + unsentMarks();

const subscribe = (listener: () => void): (() => void) => {
  const forget = [onOutbox(listener), onUnsent(listener)];
  return () => forget.forEach((end) => end());
};

/** Returns true while the server cannot be reached, and after that until all changes that waited have been sent. */
const useCatchingUp = (isReached: boolean, waiting: number): boolean => {
  const [was, setWas] = useState(false);
  const is = !isReached || (was && waiting > 0);
  if (is !== was) setWas(is);
  return is;
};

/** Says in one line that the server cannot be reached, how many changes wait for it, and when they are being sent. */
export const OfflineLine = () => {
  const { t } = useI18n();
  const isReached = useReached();
  const waiting = useSyncExternalStore(subscribe, countWaiting);
  const isShown = useCatchingUp(isReached, waiting);
  const text = [
    ...(isReached ? [] : [t.offline.line]),
    ...(waiting === 0 ? [] : [isReached ? t.offline.sending(waiting) : t.offline.waiting(waiting)]),
  ];
  return (
    <output className="above-foot">
      {!isShown ? null : (
        <Box
          data-testid="offline"
          w="fit-content"
          maxW="calc(100vw - 2rem)"
          mx="auto"
          mb="3"
          px="4"
          py="1.5"
          borderRadius="full"
          borderWidth="1px"
          borderColor="border"
          bg="bg.panel"
          color="fg.muted"
          boxShadow="sm"
          textStyle="sm"
          textAlign="center"
        >
          {/* Each sentence is a block, so that a line that is too long for a phone breaks between two sentences. */}
          {text.map((sentence) => (
            <Fragment key={sentence}>
              <Box as="span" display="inline-block">
                {sentence}
              </Box>
              {gapAfter(sentence)}
            </Fragment>
          ))}
        </Box>
      )}
    </output>
  );
};

/**
 * Asks the server for something as soon as the browser has a network again, and replaces the lists that were loaded without a
 * connection: they may be old, or made of what was kept. A list that is being read keeps its place, as at every change.
 */
export const useBackOnline = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const forget = onReachedAgain((lostAt) => {
      const lists = { queryKey: keys.articleLists };
      const isOld = ({ state }: { state: { dataUpdatedAt: number } }): boolean =>
        state.dataUpdatedAt >= lostAt;
      client.removeQueries({ ...lists, type: 'inactive', predicate: isOld });
      if (client.getQueryCache().findAll({ ...lists, predicate: isOld }).length > 0)
        signalLists(client, 'rows');
    });
    // Counts wait until all marks are sent. This answer says at once whether the server is there.
    const ask = (): void => void call('getHealth', {}).catch(() => undefined);
    window.addEventListener('online', ask);
    return () => {
      forget();
      window.removeEventListener('online', ask);
    };
  }, [client]);
};

/** The time after the start, in milliseconds. */
const START_MS = 5_000;

/** The list of all saved articles, in the order of this list. */
const savedOf = (list: ArticleListOf): ArticleListOf => ({
  ...list,
  scope: { sort: list.scope.sort, filter: 'saved', feed_id: null, folder: null, tag: null },
});

/** Loads what the reader needs without a connection, while there is one; the list that is shown among it. */
export const useLoadAhead = (): void => {
  const { view } = useView();
  const { page_size: pageSize, balance: isBalanced } = usePreferences();
  const { article_id: _, ...scope } = view;
  const shown = useRef({ scope, pageSize, isBalanced });
  useEffect(() => {
    shown.current = { scope, pageSize, isBalanced };
  });
  useEffect(() => {
    const ended = new AbortController();
    const begin = async (): Promise<void> => {
      const { loadAhead } = await import('../lib/offline/load-ahead.ts');
      const lists = {
        shown: () => loadListPage(shown.current, ''),
        saved: () => loadListPage(savedOf(shown.current), ''),
      };
      loadAhead(lists, ended.signal);
    };
    // The page works without it, so it need not say that this file is missing.
    const timer = setTimeout(() => void begin().catch(() => undefined), START_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, []);
};

/** The time between two attempts to send what waits, in milliseconds. */
const AGAIN_MS = 15_000;

/** Sends the changes that were made without a connection, as soon as there is one, and says what the server refuses. */
export const useOutbox = (): void => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const undo = useUndo();
  useEffect(() => {
    const send = async (): Promise<void> => {
      const marks = waitingMarkAlls().length;
      // Without a connection this file may be missing, too. What waits goes on waiting then.
      const { sendChange } = await import('./send-change.ts');
      await sendWaiting((change) => sendChange(change, { client, notify, t, undo }));
      if (waitingMarkAlls().length < marks) await refreshMarks(client);
    };
    const flush = (): void => {
      if (waitingChanges().length > 0) void send().catch(() => undefined);
    };
    flush();
    const timer = setInterval(flush, AGAIN_MS);
    const forget = onReachedAgain(flush);
    window.addEventListener('online', flush);
    return () => {
      clearInterval(timer);
      forget();
      window.removeEventListener('online', flush);
    };
  }, [client, notify, t, undo]);
};

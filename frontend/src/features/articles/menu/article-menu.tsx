import { Menu } from '@chakra-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { type ArticleRow, type Destination, filledAddress } from '@omomi/backend/contract';
import { z } from 'zod';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { recordingOf } from '../media/recordings.ts';
import { articleQuery } from '../queries.ts';
import { changeQueue, useQueue, withLast, withNext, without } from '../playing/queue.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/api.ts';
import { useNotify } from '../../../lib/notify.ts';
import { ButtonMenu } from '../../../components/menus/button-menu.tsx';
import { FeedItems, useFeedItems } from '../../../components/menus/feed-items.tsx';
import { useShownList } from '../../../lib/shown-list.ts';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { destinationsQuery } from '../../../lib/queries/destinations.ts';
import { countOn, sides, useMarkSide } from '../marks/use-mark-side.ts';

/**
 * Returns the items of an article's menu that put its sound into the queue or take it out; none for an article without one. What an article
 * encloses is known once it was opened or loaded ahead, and is not asked for here.
 */
const useQueueItems = (articleId: string) => {
  const texts = useTexts('listening');
  const queue = useQueue();
  const { data } = useQuery({ ...articleQuery(articleId), enabled: false });
  const sound = data?.enclosures
    .flatMap((enclosure) => recordingOf(enclosure) ?? [])
    .find(({ kind }) => kind === 'audio');
  if (data === undefined || sound === undefined) return { items: null, choose: () => undefined };
  const isWaiting = queue.some(({ url }) => url === sound.url);
  const episode = { ...sound, title: data.title, address: `/?article=${articleId}` };
  return {
    items: (
      <>
        <Menu.Item value="play-next">{texts.playNext}</Menu.Item>
        <Menu.Item value="queue">{isWaiting ? texts.remove : texts.add}</Menu.Item>
      </>
    ),
    choose: (value: string): void => {
      if (value === 'play-next') changeQueue((before) => withNext(before, episode));
      if (value === 'queue')
        changeQueue((before) => (isWaiting ? without(before, sound.url) : withLast(before, episode)));
    },
  };
};

const refusal = z.object({ status: z.int() });

/** Returns the status with which a place refused an article; null if something else went wrong. */
const statusIn = (error: unknown): number | null => {
  if (!(error instanceof ApiError) || error.code !== 'SENDING_FAILED') return null;
  return refusal.safeParse(error.details).data?.status ?? null;
};

/** Returns the function that sends an article to a place and tells the reader how that went. It opens an address in another tab, and mail in its program. */
export const useSend = (): ((row: ArticleRow, to: Destination) => void) => {
  const notify = useNotify();
  const { sentTo, notTaken } = useTexts('articleMenu');
  return ({ article_id, title, link }, { destination_id, kind, name, address }) => {
    if (link === null) return;
    if (kind === 'open') {
      const filled = filledAddress(address, { url: link, title });
      if (filled.startsWith('mailto:')) window.location.assign(filled);
      else window.open(filled, '_blank', 'noopener,noreferrer');
      return;
    }
    call('sendArticle', { params: { article_id }, body: { destination_id } }).then(
      () => notify.info(sentTo(name)),
      (error: unknown) => {
        const status = statusIn(error);
        if (status === null) notify.error(error);
        else notify.info(notTaken(name, status));
      },
    );
  };
};

type Props = {
  row: ArticleRow;
  button: HTMLElement;
  onWhy: () => void;
  /** Null if the browser cannot read aloud. */
  onAloud: (() => void) | null;
  onMute: () => void;
  onTags: () => void;
  onClose: () => void;
};

/** Shows the menu of an article: its reasons, its tags, a word to mute, where it can be sent, how many rows above and below it can be marked, and its feed. */
export const ArticleMenu = ({ row, button, onWhy, onAloud, onMute, onTags, onClose }: Props) => {
  const texts = useTexts('articleMenu');
  const reading = useTexts('reading');
  const { rows, hasMore } = useShownList();
  const { data: feeds } = useQuery(feedsQuery);
  const feed = feeds?.items.find(({ feed_id }) => feed_id === row.feed_id);
  const mark = useMarkSide();
  const chooseOfFeed = useFeedItems(feed);
  const { article_id } = row;
  const { data: places } = useQuery(destinationsQuery);
  const send = useSend();
  const queueing = useQueueItems(article_id);
  const choose = (value: string): void => {
    queueing.choose(value);
    if (value === 'why') onWhy();
    if (value === 'aloud') onAloud?.();
    if (value === 'mute') onMute();
    if (value === 'tags') onTags();
    const place = places?.items.find(({ destination_id }) => destination_id === value);
    if (place !== undefined) send(row, place);
    chooseOfFeed(value);
    const side = sides.find((each) => each === value);
    if (side !== undefined) mark(article_id, side);
  };
  return (
    <ButtonMenu button={button} label={reading.more} onChoose={choose} onClose={onClose}>
      <Menu.Item value="why">{texts.why}</Menu.Item>
      <Menu.Item value="tags">{texts.tags}</Menu.Item>
      {onAloud === null ? null : <Menu.Item value="aloud">{texts.aloud}</Menu.Item>}
      {queueing.items}
      <Menu.Item value="mute">{texts.muteWord}</Menu.Item>
      {row.link === null
        ? null
        : places?.items.map(({ destination_id, name }) => (
            <Menu.Item key={destination_id} value={destination_id}>
              {texts.sendTo(name)}
            </Menu.Item>
          ))}
      <Menu.Separator />
      {sides.map((side) => {
        const count = countOn({ rows, hasMore }, article_id, side);
        return (
          <Menu.Item key={side} value={side} disabled={count === 0}>
            {reading.markSide[side](count)}
          </Menu.Item>
        );
      })}
      {/* The feed of an article is not in the list if the reader has left it. */}
      {feed === undefined ? null : (
        <>
          <Menu.Separator />
          <FeedItems feed={feed} />
        </>
      )}
    </ButtonMenu>
  );
};

import type { ArticleRow } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Menu } from '@chakra-ui/react/menu';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { ButtonMenu } from '../../../components/menus/button-menu.tsx';
import { FeedItems, useFeedItems } from '../../../components/menus/feed-items.tsx';
import { useShownList } from '../../../lib/shown-list.ts';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { destinationsQuery } from '../../../lib/queries/destinations.ts';
import { useQueueItems } from '../playing/use-queue-items.tsx';
import { useSend } from './use-send.ts';
import { countOn, sides, useMarkSide } from '../marks/use-mark-side.ts';

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

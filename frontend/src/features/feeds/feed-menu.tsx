import type { Feed } from '@omomi/backend/contract';
import { Menu } from '@chakra-ui/react/menu';
import { useI18n } from '../../lib/i18n/language.tsx';
import { ButtonMenu } from '../../components/menus/button-menu.tsx';
import type { FeedQuestion } from './windows.tsx';
import { useMoveFeed } from './folders.ts';
import { isNewsletter, useFetchFeed, useMarkFeedsRead, useResumeFeed, useUpdateFeed } from './mutations.ts';

type Props = {
  feed: Feed;
  /** The button above the menu. */
  button: HTMLElement;
  /** The feeds of its folder in their order, among which it can be moved. */
  siblings: readonly Feed[];
  onAsk: (feed: Feed, question: FeedQuestion) => void;
  onClose: () => void;
};

/** Returns the function that runs the action of a menu item. */
const useChoice = (
  feed: Feed,
  siblings: readonly Feed[],
  onAsk: Props['onAsk'],
): ((value: string) => void) => {
  const move = useMoveFeed();
  const update = useUpdateFeed();
  const resume = useResumeFeed();
  const markRead = useMarkFeedsRead();
  const fetchFeed = useFetchFeed();
  const from = siblings.findIndex(({ feed_id }) => feed_id === feed.feed_id);
  return (value) => {
    switch (value) {
      case 'up':
        return move.mutate({ items: siblings, from, to: from - 1 });
      case 'down':
        return move.mutate({ items: siblings, from, to: from + 1 });
      case 'retry':
        return resume.mutate(feed);
      case 'fetch':
        return fetchFeed.mutate(feed);
      case 'mark-read':
        return markRead.mutate([feed]);
      case 'pause':
        return update.mutate({ feed, changes: { is_active: !feed.is_active } });
      case 'rename':
      case 'move':
      case 'details':
      case 'unsubscribe':
        return onAsk(feed, value);
      default:
        return undefined;
    }
  };
};

export const FeedMenu = ({ feed, button, siblings, onAsk, onClose }: Props) => {
  const { t } = useI18n();
  const choose = useChoice(feed, siblings, onAsk);
  return (
    <ButtonMenu button={button} label={t.feed.menu(feed.title)} onChoose={choose} onClose={onClose}>
      {isNewsletter(feed) ? null : feed.error_code !== null || feed.fetch_status === 'stopped' ? (
        <Menu.Item value="retry">{t.feed.retry}</Menu.Item>
      ) : (
        <Menu.Item value="fetch" disabled={!feed.is_active}>
          {t.feed.fetch}
        </Menu.Item>
      )}
      <Menu.Item value="mark-read" disabled={feed.unread_count === 0}>
        {t.feed.markRead}
      </Menu.Item>
      <Menu.Separator />
      <Menu.Item value="rename">{t.feed.rename}</Menu.Item>
      <Menu.Item value="move">{t.feed.move}</Menu.Item>
      <Menu.Item value="up" disabled={siblings[0]?.feed_id === feed.feed_id}>
        {t.feed.moveUp}
      </Menu.Item>
      <Menu.Item value="down" disabled={siblings.at(-1)?.feed_id === feed.feed_id}>
        {t.feed.moveDown}
      </Menu.Item>
      <Menu.Item value="pause">{feed.is_active ? t.feed.pause : t.feed.unpause}</Menu.Item>
      <Menu.Item value="details">{t.feed.showDetails}</Menu.Item>
      {feed.site_url === null || !/^https?:/.test(feed.site_url) ? null : (
        <Menu.Item value="visit" asChild>
          <a href={feed.site_url} target="_blank" rel="noopener noreferrer">
            {t.feed.visit}
          </a>
        </Menu.Item>
      )}
      <Menu.Separator />
      <Menu.Item value="unsubscribe" color="fg.error">
        {t.feed.unsubscribe}
      </Menu.Item>
    </ButtonMenu>
  );
};

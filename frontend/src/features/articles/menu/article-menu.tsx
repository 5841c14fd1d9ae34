import type { Feed, ArticleRow } from '@omomi/backend/contract';
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { Menu } from '@chakra-ui/react/menu';
import { call } from '../../../lib/api/api.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { articleMenuTexts } from '../../../lib/i18n/texts/articles/article-menu.ts';
import { useNotify } from '../../../lib/notify.ts';
import { reloadFeeds } from '../../../lib/queries/refresh-lists.ts';
import { ButtonMenu } from '../../../components/menus/button-menu.tsx';
import { readingTexts } from '../../../lib/i18n/texts/articles/reading.ts';
import { useShownList } from '../../../lib/lists/shown-list.ts';
import { feedsQuery } from '../../../lib/queries/feeds.ts';
import { countOn, sides, useMarkSide } from '../marks/use-mark-side.ts';

/**
 * Returns the function that has the articles of a feed rank lower, or as usual again if they do already. A notice offers to take
 * it back.
 */
const useDampFeed = (): ((feed: Feed) => void) => {
  const client = useQueryClient();
  const notify = useNotify();
  const { t } = useI18n();
  const texts = useTexts(articleMenuTexts);
  const { mutateAsync } = useMutation({
    mutationFn: ({ feed, volume }: { feed: Feed; volume: Feed['volume'] }) =>
      call('updateFeed', { params: { feed_id: feed.feed_id }, body: { volume } }),
    onError: (error) => notify.error(error),
    onSettled: () => reloadFeeds(client),
  });
  const set = (feed: Feed, volume: Feed['volume'], then: () => void): void =>
    // A failure shows its notice by `onError`.
    void mutateAsync({ feed, volume }).then(then, () => undefined);
  return (feed) => {
    const volume = feed.volume === 'less' ? 'normal' : 'less';
    const run = (): void => set(feed, feed.volume, () => notify.info(texts.dampingUndone(feed.title)));
    set(feed, volume, () =>
      notify.offer(volume === 'less' ? texts.lessNow(feed.title) : texts.usualNow(feed.title), {
        label: t.marks.undo,
        run,
      }),
    );
  };
};

type Props = {
  row: ArticleRow;
  button: HTMLElement;
  onWhy: () => void;
  onMute: () => void;
  onClose: () => void;
};

/** Shows the menu of an article: its reasons, what to see less of, and how many rows above and below it can be marked. */
export const ArticleMenu = ({ row, button, onWhy, onMute, onClose }: Props) => {
  const texts = useTexts(articleMenuTexts);
  const reading = useTexts(readingTexts);
  const { rows, hasMore } = useShownList();
  const { data: feeds } = useQuery(feedsQuery);
  const feed = feeds?.items.find(({ feed_id }) => feed_id === row.feed_id);
  const mark = useMarkSide();
  const damp = useDampFeed();
  const { article_id } = row;
  const choose = (value: string): void => {
    if (value === 'why') onWhy();
    if (value === 'mute') onMute();
    if (value === 'less' && feed !== undefined) damp(feed);
    const side = sides.find((each) => each === value);
    if (side !== undefined) mark(article_id, side);
  };
  return (
    <ButtonMenu button={button} label={reading.more} onChoose={choose} onClose={onClose}>
      <Menu.Item value="why">{texts.why}</Menu.Item>
      {/* The feed of an article is not in the list if the reader has left it. */}
      <Menu.Item value="less" disabled={feed === undefined}>
        {feed?.volume === 'less' ? texts.usualOfFeed : texts.lessOfFeed}
      </Menu.Item>
      <Menu.Item value="mute">{texts.muteWord}</Menu.Item>
      <Menu.Separator />
      {sides.map((side) => {
        const count = countOn({ rows, hasMore }, article_id, side);
        return (
          <Menu.Item key={side} value={side} disabled={count === 0}>
            {reading.markSide[side](count)}
          </Menu.Item>
        );
      })}
    </ButtonMenu>
  );
};

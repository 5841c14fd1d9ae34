import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { type Age, ages, useMarkRead } from '../../features/articles/marks/mark-all-button.tsx';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { hasPictures, listLooks, lookOf } from '../../lib/preferences/choices.ts';
import { useChangePreferences } from '../../lib/preferences/queries.ts';
import { useFetchFeeds } from '../../features/jobs/refresh-button.tsx';
import { FeedItems, useFeedItems } from '../../components/menus/feed-items.tsx';
import { useReading } from '../use-reading.ts';
import { MenuCheck } from '../../components/menus/button-menu.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { menuRecipe } from '../../components/overlays/recipes.ts';

type Props = {
  /** The button above the menu, which gets the focus back when the menu closes. */
  button: HTMLElement;
  unread: number;
  onClose: () => void;
};

const isAge = (word: string): word is Age => ages.some((age) => age === word);

/** The views of the list, and whether those with pictures show them. */
const LookItems = () => {
  const { t } = useI18n();
  const texts = useTexts('listMenu');
  const { view, show_images: showsAny, show_list_images: showsPictures } = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <>
      <Menu.RadioItemGroup
        value={view}
        onValueChange={({ value }) => {
          const chosen = lookOf(value);
          if (chosen !== null) change({ view: chosen });
        }}
      >
        <Menu.ItemGroupLabel>{t.list.look}</Menu.ItemGroupLabel>
        {listLooks.map((look) => (
          <Menu.RadioItem key={look} value={look}>
            {t.list.looks[look]}
            <MenuCheck />
          </Menu.RadioItem>
        ))}
      </Menu.RadioItemGroup>
      <Menu.Separator />
      <Menu.CheckboxItem
        value="pictures"
        checked={showsAny && showsPictures}
        disabled={!showsAny || !hasPictures(view)}
        onCheckedChange={(isOn) => change({ show_list_images: isOn })}
      >
        {texts.pictures}
        <MenuCheck />
      </Menu.CheckboxItem>
    </>
  );
};

/** Shows the menu of the list: marks articles of some age as read, or changes the view. */
export const ListMenu = ({ button, unread, onClose }: Props) => {
  const { view, feeds } = useReading();
  const { feed_id: feedId, folder } = view;
  const feed = feeds?.find((each) => each.feed_id === feedId);
  const chooseOfFeed = useFeedItems(feed);
  const { t } = useI18n();
  const texts = useTexts('listMenu');
  const { mutate: mark } = useMarkRead();
  const { mutate: fetchFeeds } = useFetchFeeds();
  return (
    <Menu.Root
      recipe={menuRecipe}
      open
      onOpenChange={({ open }) => {
        if (open) return;
        button.focus({ preventScroll: true });
        onClose();
      }}
      onSelect={({ value }) => {
        chooseOfFeed(value);
        if (value === 'fetch') fetchFeeds();
        if (isAge(value))
          mark({ feed_id: feedId, folder, age: value, count: value === 'any' ? unread : null });
      }}
      positioning={{ placement: 'bottom-end', getAnchorRect: () => button.getBoundingClientRect() }}
    >
      <Portal>
        <Menu.Positioner>
          <Menu.Content aria-label={t.list.menu}>
            <Menu.Item value="fetch" hideFrom="md">
              {t.jobs.refresh}
            </Menu.Item>
            {ages.map((age) => (
              <Menu.Item key={age} value={age} disabled={unread === 0}>
                {texts.ages[age]}
              </Menu.Item>
            ))}
            <Menu.Separator />
            <LookItems />
            {feed === undefined ? null : (
              <>
                <Menu.Separator />
                <FeedItems feed={feed} />
              </>
            )}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
};

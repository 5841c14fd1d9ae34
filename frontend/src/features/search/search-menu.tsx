import type { SavedSearch } from '@omomi/backend/contract';
import { Menu } from '@chakra-ui/react/menu';
import { ButtonMenu } from '../../components/menus/button-menu.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { movedTo, useOrderSearches } from './saved-queries.ts';

export type SearchQuestion = 'rename' | 'delete';

type Props = {
  search: SavedSearch;
  /** The button above the menu. */
  button: HTMLElement;
  /** All saved searches in their order. */
  searches: readonly SavedSearch[];
  onAsk: (search: SavedSearch, question: SearchQuestion) => void;
  onClose: () => void;
};

export const SearchMenu = ({ search, button, searches, onAsk, onClose }: Props) => {
  const { t } = useI18n();
  const texts = useTexts('search');
  const order = useOrderSearches();
  const at = searches.findIndex(({ search_id }) => search_id === search.search_id);
  const choose = (value: string): void => {
    if (value === 'up') order.mutate(movedTo(searches, at, at - 1));
    else if (value === 'down') order.mutate(movedTo(searches, at, at + 1));
    else if (value === 'rename' || value === 'delete') onAsk(search, value);
  };
  return (
    <ButtonMenu button={button} label={t.feed.menu(search.name)} onChoose={choose} onClose={onClose}>
      <Menu.Item value="rename">{t.feed.rename}</Menu.Item>
      <Menu.Item value="up" disabled={at <= 0}>
        {t.feed.moveUp}
      </Menu.Item>
      <Menu.Item value="down" disabled={at === -1 || at === searches.length - 1}>
        {t.feed.moveDown}
      </Menu.Item>
      <Menu.Separator />
      <Menu.Item value="delete" color="fg.error">
        {texts.remove}
      </Menu.Item>
    </ButtonMenu>
  );
};

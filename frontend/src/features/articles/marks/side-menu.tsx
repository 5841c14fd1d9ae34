import { Menu } from '@chakra-ui/react/menu';
import { ButtonMenu } from '../../../components/menus/button-menu.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { readingTexts } from '../../../lib/i18n/texts/articles/reading.ts';
import { useShownList } from '../../../lib/lists/shown-list.ts';
import { countOn, sides } from './sides.ts';
import { useMarkSide } from './use-mark-side.ts';

type Props = { articleId: string; button: HTMLElement; onClose: () => void };

/** Shows the menu of an article in its list, which says how many rows each of its items marks. */
export const SideMenu = ({ articleId, button, onClose }: Props) => {
  const texts = useTexts(readingTexts);
  const { rows, hasMore } = useShownList();
  const mark = useMarkSide();
  return (
    <ButtonMenu
      button={button}
      label={texts.more}
      onChoose={(value) => {
        const side = sides.find((each) => each === value);
        if (side !== undefined) mark(articleId, side);
      }}
      onClose={onClose}
    >
      {sides.map((side) => {
        const count = countOn({ rows, hasMore }, articleId, side);
        return (
          <Menu.Item key={side} value={side} disabled={count === 0}>
            {texts.markSide[side](count)}
          </Menu.Item>
        );
      })}
    </ButtonMenu>
  );
};

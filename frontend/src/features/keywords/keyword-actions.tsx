import type { Keyword, KeywordChanges } from '@omomi/backend/contract';
import { Menu } from '@chakra-ui/react/menu';
import { useId, useState } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MoreIcon } from '../../components/icons.tsx';
import { ButtonMenu, MenuCheck } from '../../components/menus/button-menu.tsx';
import { itemMenuId } from '../../components/menus/item-menu.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';

type MenuProps = {
  keyword: Keyword;
  button: HTMLElement;
  update: (change: { keyword: Keyword; changes: KeywordChanges }) => void;
  remove: (keyword: Keyword) => void;
  onClose: () => void;
};

const KeywordMenu = ({ keyword, button, update, remove, onClose }: MenuProps) => {
  const texts = useTexts('keywords');
  return (
    <ButtonMenu
      button={button}
      label={texts.menu(keyword.text)}
      onChoose={(value) => {
        if (value === 'delete') remove(keyword);
      }}
      onClose={onClose}
    >
      <Menu.CheckboxItem
        value="active"
        checked={keyword.is_active}
        onCheckedChange={(isOn) => update({ keyword, changes: { is_active: isOn } })}
      >
        {texts.active}
        <MenuCheck />
      </Menu.CheckboxItem>
      <Menu.CheckboxItem
        value="less"
        checked={keyword.is_excluding}
        title={texts.lessHint}
        onCheckedChange={(isOn) => update({ keyword, changes: { is_excluding: isOn } })}
      >
        {texts.less}
        <MenuCheck />
      </Menu.CheckboxItem>
      <Menu.Separator />
      <Menu.Item value="delete" color="fg.error">
        {texts.delete}
      </Menu.Item>
    </ButtonMenu>
  );
};

/** Shows the button of a keyword's menu: switched on or off, more or less of it, deleted. */
export const KeywordActions = (props: Omit<MenuProps, 'button' | 'onClose'>) => {
  const texts = useTexts('keywords');
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        label={texts.menu(props.keyword.text)}
        icon={<MoreIcon />}
        id={useId()}
        aria-haspopup="menu"
        aria-expanded={button !== null}
        aria-controls={button === null ? undefined : itemMenuId}
        onClick={({ currentTarget }) => setButton((open) => (open === null ? currentTarget : null))}
      />
      {button === null ? null : <KeywordMenu {...props} button={button} onClose={() => setButton(null)} />}
    </>
  );
};

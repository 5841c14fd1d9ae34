import { Menu } from '@chakra-ui/react/menu';
import { useI18n } from '../../lib/i18n/language.tsx';
import { ButtonMenu } from '../../components/menus/button-menu.tsx';
import { useMarkFeedsRead } from './mutations.ts';
import { type Folder, useMoveFolder } from './folders.ts';
import type { FolderQuestion } from './windows.tsx';

type Props = {
  name: string;
  /** The button above the menu. */
  button: HTMLElement;
  /** All folders in their order. */
  folders: readonly Folder[];
  onAsk: (name: string, question: FolderQuestion) => void;
  onClose: () => void;
};

export const FolderMenu = ({ name, button, folders, onAsk, onClose }: Props) => {
  const { t } = useI18n();
  const move = useMoveFolder();
  const markRead = useMarkFeedsRead();
  const at = folders.findIndex((folder) => folder.name === name);
  const unread = folders[at]?.unread ?? 0;
  const choose = (value: string): void => {
    if (value === 'mark-read') markRead.mutate(folders[at]?.feeds ?? [], name);
    else if (value === 'up') move.mutate({ items: folders, from: at, to: at - 1 });
    else if (value === 'down') move.mutate({ items: folders, from: at, to: at + 1 });
    else if (value === 'rename' || value === 'delete') onAsk(name, value);
  };
  return (
    <ButtonMenu button={button} label={t.feed.folderMenu(name)} onChoose={choose} onClose={onClose}>
      <Menu.Item value="mark-read" disabled={unread === 0}>
        {t.feed.markRead}
      </Menu.Item>
      <Menu.Separator />
      <Menu.Item value="rename">{t.feed.rename}</Menu.Item>
      <Menu.Item value="up" disabled={at <= 0}>
        {t.feed.moveUp}
      </Menu.Item>
      <Menu.Item value="down" disabled={at === -1 || at === folders.length - 1}>
        {t.feed.moveDown}
      </Menu.Item>
      <Menu.Separator />
      <Menu.Item value="delete" color="fg.error">
        {t.feed.deleteFolder}
      </Menu.Item>
    </ButtonMenu>
  );
};

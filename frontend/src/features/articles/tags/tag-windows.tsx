import { Menu } from '@chakra-ui/react/menu';
import { ButtonMenu } from '../../../components/menus/button-menu.tsx';
import { Confirm } from '../../../components/overlays/modal.tsx';
import { TextDialog } from '../../../components/overlays/text-dialog.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useDeleteTag, useRenameTag } from './queries.ts';

export type Question = 'rename' | 'delete';
export const questions: readonly Question[] = ['rename', 'delete'];

type MenuProps = {
  tag: string;
  /** The button above the menu. */
  button: HTMLElement;
  onAsk: (question: Question) => void;
  onClose: () => void;
};

export const TagMenu = ({ tag, button, onAsk, onClose }: MenuProps) => {
  const { t } = useI18n();
  const texts = useTexts('ownTags');
  return (
    <ButtonMenu
      button={button}
      label={t.feed.menu(tag)}
      onChoose={(value) => {
        const question = questions.find((each) => each === value);
        if (question !== undefined) onAsk(question);
      }}
      onClose={onClose}
    >
      <Menu.Item value="rename">{t.feed.rename}</Menu.Item>
      <Menu.Item value="delete" color="fg.error">
        {texts.removeTag}
      </Menu.Item>
    </ButtonMenu>
  );
};

type DialogProps = {
  tag: string;
  question: Question;
  /** The tag whose list is shown; null if it is another list or page. */
  current: string | null;
  onGo: (tag: string | null) => void;
  onClose: () => void;
};

/** Renames or deletes a tag. A reader who is at its list goes on to that of the new name, or to all articles. */
export const TagQuestion = ({ tag, question, current, onGo, onClose }: DialogProps) => {
  const texts = useTexts('ownTags');
  const end = (next: string | null): void => {
    onClose();
    if (current === tag) onGo(next);
  };
  const rename = useRenameTag(end);
  const remove = useDeleteTag(() => end(null));
  if (question === 'delete')
    return (
      <Confirm
        open
        title={texts.removeTitle(tag)}
        text={texts.removeText}
        action={texts.removeTag}
        busy={remove.isPending}
        onClose={onClose}
        onConfirm={() => remove.mutate(tag)}
      />
    );
  return (
    <TextDialog
      title={texts.renameTitle}
      label={texts.name}
      hint={texts.renameHint}
      start={tag}
      maxLength={24}
      busy={rename.isPending}
      onClose={onClose}
      onSubmit={(to) => {
        if (to === '' || to === tag) onClose();
        else rename.mutate({ from: tag, to });
      }}
    />
  );
};

import { Menu } from '@chakra-ui/react/menu';
import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ButtonMenu } from '../../../components/menus/button-menu.tsx';
import { Confirm } from '../../../components/overlays/modal.tsx';
import { TextDialog } from '../../../components/overlays/text-dialog.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { useDeleteTag, useRenameTag, tagsQuery } from './queries.ts';
import { useRoving } from '../../../components/use-roving.ts';
import { Icon } from '../../../components/icons.tsx';
import { ItemWindows, useItemMenu } from '../../../components/menus/item-menu.tsx';
import { NavSection } from '../../../components/nav-items.tsx';

type Question = 'rename' | 'delete';
const questions: readonly Question[] = ['rename', 'delete'];

type MenuProps = {
  tag: string;
  /** The button above the menu. */
  button: HTMLElement;
  onAsk: (question: Question) => void;
  onClose: () => void;
};

const TagMenu = ({ tag, button, onAsk, onClose }: MenuProps) => {
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
const TagQuestion = ({ tag, question, current, onGo, onClose }: DialogProps) => {
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

// Not with the others, which the page starts with.
const tagIcon = (
  <Icon>
    <path d="M4 5a1 1 0 0 1 1-1h6.500L20 12.500 12.500 20 4 11.500zM8 8h.010" />
  </Icon>
);

type Tag = { name: string; article_count: number };

type Props = {
  /** The tag whose list is shown; null if it is another list or page. */
  current: string | null;
  addressOf: (tag: string) => string;
  /** Goes to the list of a tag; of null, to all articles. */
  onGo: (tag: string | null) => void;
};

/** Lists the tags that articles have, with the number of these. Shows nothing if there are none. */
export const TagList = ({ current, addressOf, onGo }: Props) => {
  const texts = useTexts('ownTags');
  const { data } = useQuery(tagsQuery);
  const tags = data?.items.filter(({ article_count: n }) => n > 0) ?? [];
  const windows = useItemMenu<Tag, Question>({
    kind: 'tag',
    items: tags,
    idOf: ({ name }) => name,
    questions,
  });
  const list = useRef<HTMLDivElement>(null);
  useRoving(list);
  if (tags.length === 0) return null;
  return (
    <Box flexShrink="0" pb="2">
      <NavSection
        title={texts.label}
        testId="tags"
        icon={tagIcon}
        box={list}
        lines={tags.map((tag) => ({
          key: tag.name,
          label: tag.name,
          note: texts.articles(tag.article_count),
          unread: null,
          isCurrent: tag.name === current,
          href: addressOf(tag.name),
          onSelect: () => onGo(tag.name),
          isMenuOpen: windows.menu?.item.name === tag.name,
          onMenu: (button) => windows.toggleMenu(tag, button),
        }))}
      >
        <ItemWindows
          state={windows}
          menu={({ item, button }) => (
            <TagMenu
              key={item.name}
              tag={item.name}
              button={button}
              onAsk={(question) => windows.ask(item, question)}
              onClose={windows.closeMenu}
            />
          )}
          dialog={({ item, question }) => (
            <TagQuestion
              tag={item.name}
              question={question}
              current={current}
              onGo={onGo}
              onClose={windows.closeDialog}
            />
          )}
        />
      </NavSection>
    </Box>
  );
};

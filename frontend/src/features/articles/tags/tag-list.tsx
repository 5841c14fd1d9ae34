import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useRoving } from '../../../components/use-roving.ts';
import { Icon } from '../../../components/icons.tsx';
import { ItemWindows, useItemMenu } from '../../../components/menus/item-menu.tsx';
import { NavSection } from '../../../components/nav-items.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { tagsQuery } from './queries.ts';
import { type Question, questions, TagMenu, TagQuestion } from './tag-windows.tsx';

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

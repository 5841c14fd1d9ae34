import { Box, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useRoving } from '../../../components/focus/use-roving.ts';
import { Icon } from '../../../components/icons.tsx';
import { ItemWindows, useItemMenu } from '../../../components/menus/item-menu.tsx';
import { MenuButton, menuStyle } from '../../../components/menus/menu-button.tsx';
import { NavItem } from '../../../components/nav-item.tsx';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
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

type TagWindows = ReturnType<typeof useItemMenu<Tag, Question>>;

const Lines = ({
  tags,
  windows,
  current,
  addressOf,
  onGo,
}: Props & { tags: readonly Tag[]; windows: TagWindows }) => {
  const { t } = useI18n();
  const texts = useTexts('ownTags');
  return (
    <Box
      as="ul"
      listStyleType="none"
      px="3"
      // A long list must leave room for the feeds.
      maxH="min(12.5rem, 30vh)"
      overflowY="auto"
      css={{ scrollbarWidth: 'thin' }}
    >
      {tags.map((tag) => (
        <Box as="li" key={tag.name} css={menuStyle}>
          <NavItem
            icon={tagIcon}
            label={tag.name}
            note={texts.articles(tag.article_count)}
            unread={null}
            isCurrent={tag.name === current}
            href={addressOf(tag.name)}
            onSelect={() => onGo(tag.name)}
            after={
              <Flex alignItems="center" className="feed-marks">
                <MenuButton
                  label={t.feed.menu(tag.name)}
                  isOpen={windows.menu?.item.name === tag.name}
                  onPress={(button) => windows.toggleMenu(tag, button)}
                />
              </Flex>
            }
          />
        </Box>
      ))}
    </Box>
  );
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
  // The sidebar and the drawer may both be in the page.
  const id = useId();
  if (tags.length === 0) return null;
  return (
    <Box as="section" ref={list} aria-labelledby={id} flexShrink="0" pb="2" data-testid="tags">
      <Box
        as="h2"
        id={id}
        textStyle="xs"
        fontWeight="semibold"
        color="fg.subtle"
        letterSpacing="0.04em"
        ps="1.375rem"
        py="2"
      >
        {texts.label}
      </Box>
      <Lines tags={tags} windows={windows} current={current} addressOf={addressOf} onGo={onGo} />
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
    </Box>
  );
};

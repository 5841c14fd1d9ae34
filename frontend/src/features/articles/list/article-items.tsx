import type { ArticleRow as Row } from '@omomi/backend/contract';
import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useI18n } from '../../../lib/i18n/language.tsx';
import { ArticleCard } from './article-card.tsx';
import { ArticleRow } from './article-row.tsx';
import { ArticleStory, storySizeOf } from '../stories/article-story.tsx';
import type { ListLook } from '../../../lib/preferences/choices.ts';
import type { RowActions, RowMatch } from './row-parts.tsx';

const frames = {
  list: {},
  cards: {
    display: 'grid',
    // A card is wide enough for a title of three words per line, but never wider than a phone.
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(17.5rem, 100%), 1fr))',
    gap: '3',
    // Fills the gap beside the card before an open article, which has the full width.
    gridAutoFlow: 'dense',
    px: { base: '2', md: '0' },
    pt: '1',
  },
  magazine: {
    display: 'grid',
    gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
    columnGap: { base: '0', md: '8' },
    gridAutoFlow: 'dense',
    px: { base: '0', md: '5' },
  },
} as const;

type Props = {
  rows: Row[];
  /** The places that a search matched, by article. */
  matches?: ReadonlyMap<string, RowMatch>;
  openId: string | null;
  look: ListLook;
  /** True while another list is loading. */
  isStale: boolean;
  now: Date;
  actions: RowActions;
  opened: (row: Row) => ReactNode;
};

/** Shows the articles in the chosen view. The open one always has the full width. */
export const ArticleItems = ({ rows, matches, openId, look, isStale, now, actions, opened }: Props) => {
  const { t } = useI18n();
  return (
    <Box
      as="ol"
      aria-label={t.list.label}
      aria-busy={isStale}
      data-look={look}
      listStyleType="none"
      opacity={isStale ? 0.45 : 1}
      transition="opacity 150ms"
      {...frames[look]}
    >
      {rows.map((row, index) => {
        const isOpen = row.article_id === openId;
        if (!isOpen && look === 'cards')
          return <ArticleCard key={row.article_id} row={row} now={now} actions={actions} />;
        if (!isOpen && look === 'magazine') {
          const size = storySizeOf(index);
          return <ArticleStory key={row.article_id} row={row} size={size} now={now} actions={actions} />;
        }
        return (
          <ArticleRow
            key={row.article_id}
            row={row}
            match={matches?.get(row.article_id)}
            isOpen={isOpen}
            now={now}
            actions={actions}
          >
            {isOpen ? opened(row) : null}
          </ArticleRow>
        );
      })}
    </Box>
  );
};

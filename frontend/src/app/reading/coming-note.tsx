import type { Feed } from '@omomi/backend/contract';
import { chakra } from '@chakra-ui/react';
import { EmptyState } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';

const rounded = { borderRadius: '9999px' } as const;
const filled = { ...rounded, background: 'var(--chakra-colors-shu-solid)' } as const;
const track = { ...rounded, background: 'var(--chakra-colors-bg-emphasized)' } as const;
const bar = {
  ...track,
  appearance: 'none',
  border: 0,
  width: '12rem',
  height: '4px',
  '&::-webkit-progress-bar': track,
  '&::-webkit-progress-value': filled,
  '&::-moz-progress-bar': filled,
} as const;

/** Says that the first articles are on their way, and how many feeds have been read. */
export const ComingNote = ({ feeds }: { feeds: readonly Feed[] }) => {
  const { title, text } = useTexts('coming');
  const read = feeds.filter((feed) => feed.last_success_at !== null || feed.error_code !== null).length;
  return (
    <EmptyState title={title} text={text(read, feeds.length)}>
      {feeds.length < 2 ? null : (
        <chakra.progress aria-label={title} max={feeds.length} value={read} css={bar} />
      )}
    </EmptyState>
  );
};

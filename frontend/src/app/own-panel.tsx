import { HighlightsPanel } from '../features/articles/highlights/highlights-panel.tsx';
import { ListeningPanel } from '../features/articles/playing/listening-panel.tsx';
import { goToPage } from './use-reading.ts';

type Props = { which: 'highlights' | 'listening'; open: boolean; onClose: () => void };

/** Shows one of the panels that `OwnLinks` opens. */
export const OwnPanel = ({ which, open, onClose }: Props) =>
  which === 'listening' ? (
    <ListeningPanel open={open} onClose={onClose} />
  ) : (
    <HighlightsPanel
      open={open}
      onClose={onClose}
      linkTo={(articleId) => ({
        href: `/?article=${articleId}`,
        go: () => goToPage({ page: 'reading' }, `?article=${articleId}`),
      })}
    />
  );

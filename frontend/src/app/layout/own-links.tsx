import { useQuery } from '@tanstack/react-query';
import { Icon } from '../../components/icons.tsx';
import { NavItem } from '../../components/nav-items.tsx';
import { TagList } from '../../features/articles/tags/tag-list.tsx';
import { useHasListened } from '../../features/articles/media/kept.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { preferencesQuery } from '../../lib/preferences/queries.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { useReading } from '../use-reading.ts';

const headphones =
  'M4 15v-2.500a8 8 0 0 1 16 0V15M4 14.500h3.500V20H5.500A1.500 1.500 0 0 1 4 18.500zM20 14.500h-3.500V20h2a1.500 1.500 0 0 0 1.500-1.500z';
const marker = 'M4 20h16M7 15l-1 2h5l1-1.500M8 13l7.500-8.500 4 3.500-7.500 8.500z';

type Props = {
  /** True on the page that shows the articles of a tag. */
  isReading: boolean;
  onLeave: () => void;
};

/** Leads from the sidebar to what only some readers have: their tags, what they began to hear, and their highlights. */
export const OwnLinks = ({ isReading, onLeave }: Props) => {
  const listening = useTexts('listening');
  const highlights = useTexts('highlights');
  const openDialog = useOpenDialog();
  const { data: preferences } = useQuery(preferencesQuery);
  const { place, goTo, addressOfPlace } = useReading();
  const has = { listened: useHasListened(), highlights: preferences?.has_highlights === true };
  const line = (dialog: 'listening' | 'highlights', label: string, path: string) => (
    <NavItem
      icon={
        <Icon>
          <path d={path} />
        </Icon>
      }
      label={label}
      unread={null}
      isCurrent={false}
      onSelect={() => {
        onLeave();
        openDialog(dialog);
      }}
    />
  );
  return (
    <>
      {preferences?.has_tags === true ? (
        <TagList
          current={isReading && place.kind === 'tag' ? place.name : null}
          addressOf={(name) => addressOfPlace({ kind: 'tag', name })}
          onGo={(name) => {
            onLeave();
            goTo(name === null ? { kind: 'all' } : { kind: 'tag', name });
          }}
        />
      ) : null}
      {has.listened || has.highlights ? (
        <div className="nav-group">
          {has.listened ? line('listening', listening.label, headphones) : null}
          {has.highlights ? line('highlights', highlights.label, marker) : null}
        </div>
      ) : null}
    </>
  );
};

import { Box } from '@chakra-ui/react';
import { Icon } from '../../../components/icons.tsx';
import { NavItem } from '../../../components/nav-item.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';

/** Opens the list of highlights, from the sidebar of a reader who has any. */
export const HighlightsLink = ({ onOpen }: { onOpen: () => void }) => {
  const texts = useTexts('highlights');
  return (
    <Box px="3" pb="2" flexShrink="0">
      <NavItem
        icon={
          <Icon>
            <path d="M4 20h16M7 15l-1 2h5l1-1.500M8 13l7.500-8.500 4 3.500-7.500 8.500z" />
          </Icon>
        }
        label={texts.label}
        unread={null}
        isCurrent={false}
        onSelect={onOpen}
      />
    </Box>
  );
};

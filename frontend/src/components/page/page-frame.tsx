import { Box, Flex } from '@chakra-ui/react';
import { StickyHeader } from './sticky-header.tsx';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n/language.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { MenuIcon } from '../icons.tsx';

const widths = { text: '48rem', table: '90rem' } as const;

type Props = {
  title: string;
  onMenu: () => void;
  tabs?: ReactNode;
  /** A link before the title, to where the page belongs. */
  back?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** The width of the page: that of a text, or most of a wide screen. */
  width?: keyof typeof widths;
  children: ReactNode;
};

/** Shows a page other than the list of articles: a title over one column, usually of text width. */
export const PageFrame = ({ title, onMenu, tabs, back, actions, width = 'text', children }: Props) => {
  const { t } = useI18n();
  const maxW = widths[width];
  // A table needs the height for its rows.
  const isTable = width === 'table';
  return (
    <>
      <StickyHeader>
        <Box maxW={maxW} mx="auto" px={{ base: '2', md: '6' }} pt={{ base: '1.5', md: isTable ? '2' : '5' }}>
          <Flex alignItems="center" gap="1" minH="10">
            <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={onMenu} className="is-narrow" />
            {back}
            <Box
              as="h1"
              flex="1"
              minW="0"
              textStyle={{ base: 'lg', md: 'page' }}
              fontWeight="semibold"
              truncate
              ps={{ base: '1', md: '0' }}
            >
              {title}
            </Box>
            {actions}
          </Flex>
          <Box
            pt={{ base: '1', md: isTable ? '0' : '2' }}
            pb={tabs === undefined ? { base: '1.5', md: isTable ? '2' : '3' } : '0'}
          >
            {tabs}
          </Box>
        </Box>
      </StickyHeader>
      <Box
        maxW={maxW}
        mx="auto"
        px={{ base: '4', md: '6' }}
        pt={{ base: '5', md: isTable ? '3' : '7' }}
        pb={isTable ? '3' : '24'}
        // An element that gets the focus is scrolled below the header, which stays at the top.
        css={{
          '& :is(a, button, input, select, textarea, summary, [tabindex])': {
            scrollMarginTop: 'calc(var(--header-height, 4rem) + 0.5rem)',
          },
        }}
      >
        {children}
      </Box>
    </>
  );
};

import { Box, Flex, chakra } from '@chakra-ui/react';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import type { ReactNode } from 'react';
import { languageOf } from '../lib/format.ts';
import { useI18n } from '../lib/i18n/language.tsx';

type Props = {
  icon: ReactNode;
  label: string;
  /** The unread count; null hides it. */
  unread: number | null;
  isCurrent: boolean;
  onSelect: () => void;
  muted?: boolean;
  strong?: boolean;
  note?: string;
  /** Content before or after the button, never inside it. */
  before?: ReactNode;
  after?: ReactNode;
};

const Unread = ({ count }: { count: number }) => {
  const { t, language } = useI18n();
  return (
    <Box
      as="span"
      className="nav-count"
      color="fg.muted"
      fontWeight="400"
      textStyle="xs"
      fontVariantNumeric="tabular-nums"
    >
      <span aria-hidden="true">{count.toLocaleString(language)}</span>
      <VisuallyHidden>{t.nav.unread(count)}</VisuallyHidden>
    </Box>
  );
};

/** Shows a line of the sidebar: icon, label and unread count. */
export const NavItem = ({
  icon,
  label,
  unread,
  isCurrent,
  onSelect,
  muted = false,
  strong = false,
  note,
  before,
  after,
}: Props) => (
  <Flex
    position="relative"
    alignItems="center"
    minH="10"
    borderRadius="lg"
    bg={isCurrent ? 'bg.emphasized/70' : 'transparent'}
    _hover={{ bg: isCurrent ? 'bg.emphasized/70' : 'bg.muted' }}
    transition="background 100ms"
  >
    {before}
    <chakra.button
      type="button"
      aria-current={isCurrent ? 'page' : undefined}
      title={note}
      onClick={onSelect}
      flex="1"
      minW="0"
      minH="10"
      display="flex"
      alignItems="center"
      gap="2.5"
      ps={before === undefined ? '2.5' : '0'}
      pe={after === undefined ? '2.5' : '0'}
      textAlign="start"
      textStyle="sm"
      cursor="pointer"
      borderRadius="lg"
      _focusVisible={{ outlineOffset: '-2px' }}
      color={muted ? 'fg.subtle' : 'fg'}
      fontWeight={strong || isCurrent ? '600' : '400'}
    >
      <Flex color="fg.muted" flexShrink="0">
        {icon}
      </Flex>
      <Box truncate flex="1" lang={languageOf(label)}>
        {label}
      </Box>
      {unread === null || unread === 0 ? null : <Unread count={unread} />}
    </chakra.button>
    {after}
  </Flex>
);

import { Box, Flex, chakra } from '@chakra-ui/react';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import type { ComponentProps, ReactNode } from 'react';
import { languageOf } from '../lib/format.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { movedTo } from '../lib/motion.ts';
import { denseLine } from '../lib/screen.ts';

type Props = {
  icon: ReactNode;
  label: string;
  /** The unread count; null hides it. */
  unread: number | null;
  isCurrent: boolean;
  onSelect: () => void;
  /** The address of what it leads to. With it the line is a link, which can be opened in another tab. */
  href?: string | undefined;
  /** Set by a list that has one Tab stop for all of its lines. */
  tabIndex?: 0 | -1;
  muted?: boolean;
  strong?: boolean;
  note?: string | undefined;
  /** Content before or after the button, never inside it. */
  before?: ReactNode;
  after?: ReactNode;
};

const Unread = ({ count }: { count: number }) => {
  const { t } = useI18n();
  return (
    <Box
      as="span"
      className="nav-count"
      color="fg.muted"
      fontWeight="400"
      textStyle="xs"
      fontVariantNumeric="tabular-nums"
    >
      <span aria-hidden="true">{t.numbers.whole(count)}</span>
      <VisuallyHidden>{t.nav.unread(count)}</VisuallyHidden>
    </Box>
  );
};

type TargetProps = Pick<Props, 'href' | 'onSelect'> &
  Omit<ComponentProps<typeof chakra.a>, 'href' | 'onSelect'>;

/** Goes where the line leads to: a link if that has an address, else a button. */
const Target = ({ href, onSelect, ...rest }: TargetProps) => (
  <chakra.a
    {...(href === undefined ? { as: 'button', type: 'button' } : { href })}
    // The line as a whole may be dragged, not its link.
    draggable={false}
    data-stop=""
    onClick={(event) => {
      // With a modifier key, the browser opens the address of a link in another tab or window.
      if (href !== undefined && (event.metaKey || event.ctrlKey || event.shiftKey)) return;
      event.preventDefault();
      if (href === undefined) onSelect();
      else movedTo(href, onSelect);
    }}
    flex="1"
    minW="0"
    css={denseLine}
    display="flex"
    alignItems="center"
    gap="2"
    textAlign="start"
    textStyle="sm"
    cursor="pointer"
    borderRadius="md"
    _focusVisible={{ outlineOffset: '-2px' }}
    {...rest}
  />
);

/** Shows a line of the sidebar: icon, label and unread count. */
export const NavItem = ({
  icon,
  label,
  unread,
  isCurrent,
  onSelect,
  href,
  tabIndex,
  muted = false,
  strong = false,
  note,
  before,
  after,
}: Props) => (
  <Flex
    position="relative"
    alignItems="center"
    css={denseLine}
    borderRadius="md"
    data-line=""
    bg={isCurrent ? 'bg.emphasized/70' : 'transparent'}
    _hover={{ bg: isCurrent ? 'bg.emphasized/70' : 'bg.muted' }}
    transition="background 100ms"
  >
    {before}
    <Target
      href={href}
      tabIndex={tabIndex}
      onSelect={onSelect}
      aria-current={isCurrent ? 'page' : undefined}
      title={note}
      ps={before === undefined ? '2.5' : '0'}
      pe={after === undefined ? '2.5' : '0'}
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
    </Target>
    {after}
  </Flex>
);

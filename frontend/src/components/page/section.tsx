import { type RefObject, type ReactNode, createContext, use, useEffect, useRef, useId } from 'react';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Box, Flex } from '@chakra-ui/react';
import { ErrorState } from './states.tsx';

/** The name of the setting that the reader was led to, which is marked; null if there is none. */
export const MarkedSetting = createContext<string | null>(null);

/** The control that is in use, else the first one. A section's heading takes the focus where no control is named by it. */
const targetIn = (box: HTMLElement): HTMLElement | null =>
  box.querySelector<HTMLElement>('h2') ??
  box.querySelector<HTMLElement>('input:checked') ??
  box.querySelector<HTMLElement>('input, select, button, a');

/**
 * Returns whether the reader was led to the setting of this name, and the ref of its row or section, which is then scrolled to the
 * middle of the screen and gets the focus, so that a screen reader names it.
 */
const useMarkedSetting = <T extends HTMLElement>(
  name: string | undefined,
): { isMarked: boolean; box: RefObject<T | null> } => {
  const led = use(MarkedSetting);
  const isMarked = name !== undefined && name === led;
  const box = useRef<T>(null);
  useEffect(() => {
    if (!isMarked || box.current === null) return;
    targetIn(box.current)?.focus({ preventScroll: true });
    box.current.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [isMarked]);
  return { isMarked, box };
};

/** The style of the row or section to which the search of the settings has led. */
const markedLook = {
  bg: 'shu.subtle',
  outline: '2px solid',
  outlineColor: 'shu.solid',
  borderRadius: 'lg',
  mx: '-3',
  px: '3',
} as const;

type Props = {
  title: string;
  text?: string;
  /** The name by which the search of the settings leads here. */
  name?: string;
  children: ReactNode;
};

/** Shows a section of a page with its heading. */
export const Section = ({ title, text, name, children }: Props) => {
  const id = useId();
  const { isMarked, box } = useMarkedSetting<HTMLDivElement>(name);
  return (
    <Box
      ref={box}
      as="section"
      aria-labelledby={id}
      mb="10"
      {...(isMarked ? { ...markedLook, mt: '-3', mb: '7', py: '3', 'aria-current': true } : {})}
    >
      <Box
        as="h2"
        id={id}
        // The search of the settings gives the focus to the heading. The mark around the section shows it.
        tabIndex={isMarked ? -1 : undefined}
        _focusVisible={{ outline: 'none' }}
        textStyle="md"
        fontWeight="semibold"
      >
        {title}
      </Box>
      {text === undefined ? null : (
        <Box color="fg.muted" textStyle="sm" mt="0.5" maxW="38rem">
          {text}
        </Box>
      )}
      <Box mt="3.5">{children}</Box>
    </Box>
  );
};

type SettingRowProps = {
  label: string;
  hint?: string;
  /** The name by which the search of the settings leads here. */
  name?: string;
  /** True for a small control such as a switch, which stays beside the label on a phone too. */
  isBeside?: boolean;
  children: ReactNode;
};

/** Shows a row of the settings: label and control. The control must have an accessible name of its own. */
export const SettingRow = ({ label, hint, name, isBeside = false, children }: SettingRowProps) => {
  const { isMarked, box } = useMarkedSetting<HTMLDivElement>(name);
  return (
    <Flex
      ref={box}
      {...(isMarked ? { ...markedLook, 'aria-current': true } : {})}
      // A control that is too wide for the place beside the label goes below it.
      wrap={isBeside ? 'nowrap' : { base: 'nowrap', sm: 'wrap' }}
      direction={isBeside ? 'row' : { base: 'column', sm: 'row' }}
      alignItems={isBeside ? 'center' : { base: 'start', sm: 'center' }}
      justifyContent="space-between"
      columnGap="6"
      rowGap="2"
      py="3"
      borderTopWidth="1px"
      borderColor="border"
      _last={{ borderBottomWidth: '1px' }}
    >
      <Box minW="0" flex={isBeside ? undefined : { sm: '1 1 9rem' }} textStyle="sm">
        <Box fontWeight="medium">{label}</Box>
        {hint === undefined ? null : (
          <Box color="fg.muted" textStyle="xs" maxW="26rem">
            {hint}
          </Box>
        )}
      </Box>
      <Box flexShrink="0" maxW="full">
        {children}
      </Box>
    </Flex>
  );
};

type LoadedProps<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  /** The title of the error message when loading fails. */
  failed: string;
  children: (data: T) => ReactNode;
};

/** Shows a placeholder while the query loads, then its data or an error message. */
export const Loaded = <T,>({ query: { data, error, refetch }, failed, children }: LoadedProps<T>) => {
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorState title={failed} error={error} onRetry={() => void refetch()} />;
  return <Skeleton h="6rem" borderRadius="xl" />;
};

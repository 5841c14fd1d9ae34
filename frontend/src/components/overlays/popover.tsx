import { Box, Flex } from '@chakra-ui/react';
import { Portal } from '@chakra-ui/react/portal';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useBackCloses } from '../../lib/address/use-back-closes.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { CloseIcon } from '../icons.tsx';

/** The distance of the box from its button and from the edges of the window, in pixels. */
const GAP = 8;

/** Puts the box below its button, as far as the window allows. It stays there while the page below is scrolled. */
const place = (box: HTMLElement, button: HTMLElement): void => {
  const { left, bottom, width } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const within = (wanted: number, size: number, room: number): number =>
    Math.max(GAP, Math.min(wanted, room - size - GAP));
  const x = within(left + width / 2 - box.offsetWidth / 2, box.offsetWidth, clientWidth);
  const y = within(bottom + GAP, box.offsetHeight, clientHeight);
  box.style.setProperty('--x', `${x}px`);
  box.style.setProperty('--y', `${y}px`);
};

/** Keeps the box at its button when the window changes. */
const usePlace = (button: HTMLElement) => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const update = (): void => {
      if (ref.current !== null) place(ref.current, button);
    };
    update();
    window.addEventListener('resize', update);
    return () => window.removeEventListener('resize', update);
  }, [button]);
  return ref;
};

/** Closes the box by Escape wherever the focus is, and nothing else with it. */
const useEscape = (onClose: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      // The list would close its article.
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [onClose]);
};

/** Moves the focus into the box, and back to its button if it was in the box as that closed. */
const useFocus = (ref: RefObject<HTMLElement | null>, button: HTMLElement): void => {
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    return () => {
      // The focus was in the box, which is gone.
      if (document.activeElement === document.body) button.focus({ preventScroll: true });
    };
  }, [ref, button]);
};

const look = {
  position: 'fixed',
  zIndex: 'popover',
  insetStart: { base: '0', md: 'var(--x)' },
  insetEnd: { base: '0', md: 'auto' },
  top: { md: 'var(--y)' },
  bottom: { base: '0', md: 'auto' },
  m: '0',
  w: { base: 'full', md: '27rem' },
  color: 'fg',
  maxW: '100vw',
  maxH: { base: '50dvh', md: 'calc(100dvh - 1rem)' },
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  px: '4',
  pt: '0',
  pb: 'max(0.75rem, env(safe-area-inset-bottom))',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: { base: '1.25rem 1.25rem 0 0', md: 'xl' },
  boxShadow: { base: '0 -8px 32px rgba(30, 24, 14, 0.16)', md: '0 8px 32px rgba(30, 24, 14, 0.16)' },
  outline: 'none',
} as const;

type Props = {
  title: string;
  /** The button that opened the box. It gets the focus back. */
  button: HTMLElement;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Shows a box at its button, or on a phone a sheet over the lower half of the screen. The page around it stays bright and
 * can be used, because it shows the effect of what is chosen in the box.
 */
export const Popover = ({ title, button, onClose, children }: Props) => {
  const { t } = useI18n();
  const ref = usePlace(button);
  const id = useId();
  useBackCloses(true, onClose);
  useEscape(onClose);
  useFocus(ref, button);
  /** The box is at the end of the document. Tab leads from its edges back to the button, as if it stood there. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return;
    const stops = ref.current?.querySelectorAll<HTMLElement>('button, input:checked') ?? [];
    const edge = event.shiftKey ? [ref.current, stops[0]] : [stops[stops.length - 1]];
    if (!edge.some((each) => each === document.activeElement)) return;
    event.preventDefault();
    button.focus({ preventScroll: true });
  };
  return (
    <Portal>
      <Box
        as="dialog"
        ref={ref}
        aria-labelledby={id}
        tabIndex={-1}
        data-screen-only=""
        onKeyDown={onKeyDown}
        {...{ open: true, ...look }}
      >
        <Flex position="sticky" top="0" zIndex="1" bg="inherit" alignItems="center" pt="2" pb="1">
          <Box id={id} as="h2" flex="1" fontWeight="semibold">
            {title}
          </Box>
          <IconButton label={t.common.close} icon={<CloseIcon />} className="is-last" onClick={onClose} />
        </Flex>
        {children}
      </Box>
    </Portal>
  );
};

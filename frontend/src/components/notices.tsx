import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { errorText } from '../lib/api/error-text.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { isTyping } from '../lib/typing.ts';
import { IconButton } from './controls/icon-button.tsx';
import { CloseIcon } from './icons.tsx';

/** What can still be done about what a notice tells, by its button or the z key. Taking it dismisses the notice. */
type Offer = { label: string; run: () => void };

type Notice = { id: number; kind: 'info' | 'error' | 'offer'; text: string; offer?: Offer };
type Notify = {
  info: (text: string) => void;
  error: (error: unknown) => void;
  offer: (text: string, offer: Offer) => void;
};

const NoticeContext = createContext<Notify>({
  info: () => undefined,
  error: () => undefined,
  offer: () => undefined,
});

/** How long a notice stays, in milliseconds: long enough to read two sentences, or to reach for a button. */
const shownFor = { info: 4_000, error: 9_000, offer: 15_000 } as const;

export const NoticeProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useI18n();
  const [notices, setNotices] = useState<Notice[]>([]);
  const nextId = useRef(0);
  const dismiss = useCallback(
    (id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id)),
    [],
  );
  const show = useCallback(
    (kind: Notice['kind'], text: string, offer?: Offer) => {
      nextId.current += 1;
      const id = nextId.current;
      setNotices((shown) => [
        // Of two offers only the later one can be meant.
        ...shown
          .filter((notice) => notice.text !== text && (kind !== 'offer' || notice.kind !== kind))
          .slice(-2),
        { id, kind, text, ...(offer === undefined ? {} : { offer }) },
      ]);
      setTimeout(() => dismiss(id), shownFor[kind]);
    },
    [dismiss],
  );
  const notify = useMemo<Notify>(
    () => ({
      info: (text) => show('info', text),
      offer: (text, offer) => show('offer', text, offer),
      error: (error) => {
        const { what, todo } = errorText(t, error);
        show('error', `${what} ${todo}`);
      },
    }),
    [show, t],
  );
  const offered = notices.find((notice) => notice.offer !== undefined);
  useEffect(() => {
    if (offered === undefined) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'z' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      dismiss(offered.id);
      offered.offer?.run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [offered, dismiss]);
  return (
    <NoticeContext value={notify}>
      {children}
      <Flex
        as="output"
        aria-live="polite"
        position="fixed"
        bottom="max(1rem, env(safe-area-inset-bottom))"
        insetX="4"
        zIndex="toast"
        direction="column"
        alignItems="center"
        gap="2"
        pointerEvents="none"
      >
        {notices.map((notice) => (
          <Flex
            key={notice.id}
            alignItems="center"
            gap="2"
            ps="4"
            pe="1"
            py="1"
            maxW="32rem"
            borderRadius="xl"
            bg="bg.inverted"
            color="fg.inverted"
            boxShadow="lg"
            textStyle="sm"
            pointerEvents="auto"
            animation="slide-from-bottom 200ms ease-out, fade-in 200ms ease-out"
          >
            <Box py="2">{notice.text}</Box>
            {notice.offer === undefined ? null : (
              <Button
                size="md"
                variant="ghost"
                color="fg.inverted"
                fontWeight="semibold"
                textDecoration="underline"
                textUnderlineOffset="0.2em"
                _hover={{ bg: 'transparent', opacity: 0.7 }}
                onClick={() => {
                  dismiss(notice.id);
                  notice.offer?.run();
                }}
              >
                {notice.offer.label}
              </Button>
            )}
            <IconButton
              label={t.common.dismiss}
              icon={<CloseIcon />}
              color="fg.inverted"
              _hover={{ bg: 'transparent', opacity: 0.7 }}
              onClick={() => dismiss(notice.id)}
            />
          </Flex>
        ))}
      </Flex>
    </NoticeContext>
  );
};

export const useNotify = (): Notify => useContext(NoticeContext);

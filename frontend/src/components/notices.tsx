import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, createContext, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { errorText } from '../lib/error-text.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';

type Notice = { id: number; kind: 'info' | 'error'; text: string };
type Notify = { info: (text: string) => void; error: (error: unknown) => void };

const NoticeContext = createContext<Notify>({ info: () => undefined, error: () => undefined });

/** How long a notice stays, in milliseconds: long enough to read two sentences. */
const shownFor = { info: 4_000, error: 9_000 } as const;

export const NoticeProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useI18n();
  const [notices, setNotices] = useState<Notice[]>([]);
  const nextId = useRef(0);
  const dismiss = useCallback(
    (id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id)),
    [],
  );
  const show = useCallback(
    (kind: Notice['kind'], text: string) => {
      nextId.current += 1;
      const id = nextId.current;
      setNotices((shown) => [
        ...shown.filter((notice) => notice.text !== text).slice(-2),
        { id, kind, text },
      ]);
      setTimeout(() => dismiss(id), shownFor[kind]);
    },
    [dismiss],
  );
  const notify = useMemo<Notify>(
    () => ({
      info: (text) => show('info', text),
      error: (error) => {
        const { what, todo } = errorText(t, error);
        show('error', `${what} ${todo}`);
      },
    }),
    [show, t],
  );
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

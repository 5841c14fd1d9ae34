import './above-foot.css';
import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '../lib/api/error-text.ts';
import { useI18n } from '../lib/i18n/language.tsx';
import { type Notify, type Offer, NotifyContext } from '../lib/notify.ts';
import { isTyping } from '../lib/typing.ts';
import { IconButton } from './controls/icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import { joined } from '../lib/format.ts';

type Notice = { id: number; kind: 'info' | 'error' | 'offer'; text: string; offer?: Offer | undefined };

/** The time a notice is shown, in milliseconds: long enough to read two sentences, or to reach for a button. */
const shownFor = { info: 4_000, error: 9_000, offer: 15_000 } as const;

/** Returns the notices to show after a new one: at most three, without repeated texts, and only the latest offer. */
const withNotice = (shown: Notice[], added: Notice): Notice[] => [
  ...shown
    .filter(({ text, kind }) => text !== added.text && (added.kind !== 'offer' || kind !== 'offer'))
    .slice(-2),
  added,
];

const useNotices = () => {
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
      setNotices((shown) => withNotice(shown, { id, kind, text, offer }));
      setTimeout(() => dismiss(id), shownFor[kind]);
    },
    [dismiss],
  );
  return { notices, show, dismiss };
};

/** Accepts the shown offer when the reader presses the z key. */
const useOfferKey = (offered: Notice | undefined, dismiss: (id: number) => void): void =>
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

const NoticeBox = ({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) => {
  const { t } = useI18n();
  const { text, offer } = notice;
  return (
    <Flex
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
      <Box py="2">{text}</Box>
      {offer === undefined ? null : (
        <Button
          size="md"
          variant="ghost"
          color="fg.inverted"
          fontWeight="semibold"
          textDecoration="underline"
          textUnderlineOffset="0.2em"
          _hover={{ bg: 'transparent', opacity: 0.7 }}
          onClick={() => {
            onDismiss();
            offer.run();
          }}
        >
          {offer.label}
        </Button>
      )}
      <IconButton label={t.common.dismiss} icon={<CloseIcon />} className="is-inverted" onClick={onDismiss} />
    </Flex>
  );
};

export const NoticeProvider = ({ children }: { children: ReactNode }) => {
  const { t } = useI18n();
  const { notices, show, dismiss } = useNotices();
  const notify = useMemo<Notify>(
    () => ({
      info: (text) => show('info', text),
      offer: (text, offer) => show('offer', text, offer),
      error: (error) => {
        const { what, todo } = errorText(t, error);
        show('error', joined([what, todo]));
      },
    }),
    [show, t],
  );
  useOfferKey(
    notices.find((notice) => notice.offer !== undefined),
    dismiss,
  );
  return (
    <NotifyContext value={notify}>
      {children}
      <output className="above-foot notices" aria-live="polite">
        {notices.map((notice) => (
          <NoticeBox key={notice.id} notice={notice} onDismiss={() => dismiss(notice.id)} />
        ))}
      </output>
    </NotifyContext>
  );
};

import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Textarea } from '@chakra-ui/react/textarea';
import { type ReactNode, useId, useState } from 'react';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon } from '../../components/icons.tsx';
import { Logo } from '../../components/logo.tsx';
import { StarterPicker } from './starter-picker.tsx';
import { errorText } from '../../lib/api/error-text.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import type { Failure } from './add-all.ts';
import { splitAddresses, splitKeywords } from './start-input.ts';
import { useFirstStart } from './use-first-start.ts';

const Step = ({
  number,
  title,
  text,
  children,
}: {
  number: number;
  title: string;
  text: string;
  children: ReactNode;
}) => (
  <Box as="section" mt="10">
    <Flex gap="3" alignItems="baseline">
      <Box color="shu.fg" fontWeight="semibold" fontVariantNumeric="tabular-nums" aria-hidden="true">
        {number}
      </Box>
      <Box>
        <Box as="h2" textStyle="lg" fontWeight="semibold">
          {title}
        </Box>
        <Box color="fg.muted" textStyle="sm" mb="4">
          {text}
        </Box>
      </Box>
    </Flex>
    {children}
  </Box>
);

/** The news about failures pushes the buttons down; both should be seen. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

const FailureLine = ({ kind, text, error }: Failure) => {
  const { t } = useI18n();
  const { what, todo } = errorText(t, error, kind === 'feed' ? t.addFeed.notAddress : undefined);
  return (
    <Box mt="1">
      <Box as="span" fontWeight="medium">
        {kind === 'feed' ? text.replace(/^https?:\/\//, '') : text}
      </Box>{' '}
      — {what} {todo}
    </Box>
  );
};

type Props = { onStart: () => void; onDone: () => void; onMenu: () => void };

/** What a store without feeds shows: what Omomi is, and the three things to do first. */
export const FirstStart = ({ onStart, onDone, onMenu }: Props) => {
  const { t, language } = useI18n();
  const id = useId();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [own, setOwn] = useState('');
  const [words, setWords] = useState('');
  const { progress, failures, start } = useFirstStart();

  const addresses = [...picked, ...splitAddresses(own)];
  const [busy, setBusy] = useState(false);
  // After feeds were added, keywords that failed may be all that is left.
  const canBegin = addresses.length > 0 || (failures.length > 0 && splitKeywords(words).length > 0);
  const begin = async (): Promise<void> => {
    onStart();
    setBusy(true);
    const failed = await start(addresses, splitKeywords(words));
    setBusy(false);
    if (failed.length === 0) return onDone();
    // What is left to decide is what failed.
    const textsOf = (kind: Failure['kind']) =>
      failed.filter((each) => each.kind === kind).map(({ text }) => text);
    const left = textsOf('feed');
    setWords(textsOf('keyword').join(', '));
    setPicked(new Set(left.filter((url) => picked.has(url))));
    setOwn(left.filter((url) => !picked.has(url)).join('\n'));
  };
  const toggle = (url: string): void => {
    const next = new Set(picked);
    if (!next.delete(url)) next.add(url);
    setPicked(next);
  };

  const hint = !canBegin ? t.start.goHint : busy && progress?.isWaiting ? t.start.waiting : null;
  return (
    <Box maxW="44rem" mx="auto" px={{ base: '5', md: '8' }} py={{ base: '8', md: '14' }}>
      <Flex justifyContent="space-between" alignItems="center">
        <Logo size={44} />
        <IconButton label={t.nav.open} icon={<MenuIcon />} onClick={onMenu} hideFrom="md" />
      </Flex>
      <Box
        as="h1"
        fontSize={{ base: '1.75rem', md: '2.125rem' }}
        fontWeight="bold"
        lineHeight="1.25"
        mt="5"
        letterSpacing="-0.02em"
      >
        {t.start.title}
      </Box>
      <Box
        color="fg.muted"
        textStyle="lg"
        mt="2"
        maxW="36rem"
        css={language === 'ja' ? { wordBreak: 'auto-phrase' } : { textWrap: 'pretty' }}
      >
        {t.start.lead}
      </Box>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canBegin && !busy) void begin();
        }}
      >
        <Step number={1} title={t.start.feedsTitle} text={t.start.feedsText}>
          <StarterPicker picked={picked} onToggle={toggle} disabled={busy} />
          <Box
            as="label"
            display="block"
            textStyle="sm"
            fontWeight="semibold"
            mt="5"
            {...{ htmlFor: `${id}-own` }}
          >
            {t.start.ownTitle}
          </Box>
          <Textarea
            id={`${id}-own`}
            mt="1.5"
            rows={2}
            value={own}
            disabled={busy}
            placeholder="example.com"
            aria-describedby={`${id}-own-hint`}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => setOwn(event.target.value)}
          />
          <Box id={`${id}-own-hint`} color="fg.muted" textStyle="xs" mt="1">
            {t.start.ownText}
          </Box>
        </Step>
        <Step number={2} title={t.start.keywordsTitle} text={t.start.keywordsText}>
          <Input
            size="lg"
            aria-label={t.start.keywordsTitle}
            value={words}
            disabled={busy}
            placeholder={t.start.keywordsPlaceholder}
            onChange={(event) => setWords(event.target.value)}
          />
        </Step>
        {failures.length === 0 ? null : (
          <Box
            ref={bringIntoView}
            role="alert"
            mt="8"
            bg="bg.error"
            borderRadius="xl"
            px="5"
            py="4"
            textStyle="sm"
          >
            <Box fontWeight="semibold" color="fg.error">
              {t.start.failed}
            </Box>
            {failures.map((failure) => (
              <FailureLine key={`${failure.kind} ${failure.text}`} {...failure} />
            ))}
          </Box>
        )}
        <Flex mt="10" alignItems="center" gap="4" wrap="wrap" minH="12">
          <Button type="submit" size="xl" colorPalette="shu" px="7" disabled={!canBegin || busy}>
            {busy && progress !== null
              ? t.start.working(progress.done, progress.total)
              : t.start.go(addresses.length)}
          </Button>
          <Box as="output" color="fg.muted" textStyle="sm" _empty={{ display: 'none' }}>
            {hint}
          </Box>
          {failures.length > 0 && !busy ? (
            <Button variant="ghost" size="xl" onClick={onDone}>
              {t.start.continue}
            </Button>
          ) : null}
        </Flex>
      </form>
    </Box>
  );
};

import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Button } from '@chakra-ui/react/button';
import { errorText } from '../../lib/api/error-text.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { offeredBy } from '../../components/adding/add-lines.ts';
import { Directory } from '../../components/adding/directory/directory.tsx';
import { Candidates } from '../../components/adding/candidates.tsx';
import { Input, Textarea } from '../../components/controls/inputs.tsx';
import { barHeight } from '../../lib/screen.ts';
import { OpmlStart, useOpmlDrop } from './opml-drop.tsx';
import { StarterPicker } from './starter-picker.tsx';
import { type Failure, useStartForm } from './use-start-form.ts';
import { Welcome } from './welcome.tsx';
import { joined } from '../../lib/format.ts';

/** Centres the list of failures. It pushes the buttons down, and centring keeps both on the screen. */
const bringIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' });

type StartForm = ReturnType<typeof useStartForm>;

const FailureLine = ({ kind, text, error }: Failure) => {
  const { t } = useI18n();
  const { notAddress } = useTexts('adding').addFeed;
  const { what, todo } = errorText(t, error, kind === 'feed' ? notAddress : undefined);
  return (
    <Box mt="1">
      <Box as="span" fontWeight="medium">
        {kind === 'feed' ? text.replace(/^https?:\/\//, '') : text}
      </Box>{' '}
      — {joined([what, todo])}
    </Box>
  );
};

/** Tells what could not be added, and what an address without a feed offers instead. */
const Failures = ({ failures, busy, pick }: Pick<StartForm, 'failures' | 'busy' | 'pick'>) => {
  const texts = useTexts('adding').start;
  const failed = failures.filter(({ error }) => offeredBy(error).length === 0);
  const offering = failures.filter((failure) => !failed.includes(failure));
  return (
    <Box ref={bringIntoView} mt="8" textStyle="sm">
      {failed.length === 0 ? null : (
        <Box role="alert" bg="bg.error" borderRadius="xl" px="5" py="4">
          <Box fontWeight="semibold" color="fg.error">
            {texts.failed}
          </Box>
          {failed.map((failure) => (
            <FailureLine key={`${failure.kind} ${failure.text}`} {...failure} />
          ))}
        </Box>
      )}
      {offering.map(({ text, error }) => (
        <Box as="output" display="block" key={text} mt="4">
          <Box color="fg.muted" overflowWrap="anywhere" mb="-3">
            {text.replace(/^https?:\/\//, '')}
          </Box>
          <Candidates
            found={offeredBy(error)}
            isBusy={busy}
            followedAt={() => null}
            onPick={({ url }) => void pick(text, url)}
          />
        </Box>
      ))}
    </Box>
  );
};

type Props = { number: number; title: string; text: string; children: ReactNode };

const Step = ({ number, title, text, children }: Props) => (
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

type FirstStartProps = { onStart: () => void; onDone: () => void; onMenu: () => void };

const OwnAddresses = ({ own, setOwn, busy }: Pick<StartForm, 'own' | 'setOwn' | 'busy'>) => {
  const texts = useTexts('adding').start;
  const id = useId();
  return (
    <div>
      <Box
        as="label"
        display="block"
        textStyle="sm"
        fontWeight="semibold"
        mt="5"
        {...{ htmlFor: `${id}-own` }}
      >
        {texts.ownTitle}
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
        {texts.ownText}
      </Box>
    </div>
  );
};

/** Lets the reader begin, at the lower edge of the screen wherever the page is scrolled to. */
const StartBar = ({ form, onDone }: { form: StartForm; onDone: () => void }) => {
  const texts = useTexts('adding').start;
  const { busy, canBegin, progress, failures, addresses } = form;
  const hint = !canBegin ? texts.goHint : busy && progress?.isWaiting ? texts.waiting : null;
  return (
    <Flex
      position="sticky"
      bottom={{ base: `calc(${barHeight} + env(safe-area-inset-bottom))`, md: '0' }}
      zIndex="1"
      mt="10"
      mx={{ base: '-5', md: '-8' }}
      px={{ base: '5', md: '8' }}
      py="3"
      bg="bg"
      borderTopWidth="1px"
      borderColor="border"
      alignItems="center"
      columnGap="4"
      rowGap="2"
      wrap="wrap"
    >
      <Button type="submit" size="lg" colorPalette="shu" px="7" disabled={!canBegin || busy}>
        {busy && progress !== null
          ? texts.working(progress.done, progress.total)
          : texts.go(addresses.length)}
      </Button>
      <Box as="output" color="fg.muted" textStyle="sm" _empty={{ display: 'none' }}>
        {hint}
      </Box>
      {failures.length > 0 && !busy ? (
        <Button variant="ghost" size="lg" onClick={onDone}>
          {texts.continue}
        </Button>
      ) : null}
    </Flex>
  );
};

/** Shows the first page to a reader without feeds: it introduces Omomi and asks for feeds and keywords. */
export const FirstStart = ({ onStart, onDone, onMenu }: FirstStartProps) => {
  const texts = useTexts('adding').start;
  const form = useStartForm(onStart, onDone);
  const drop = useOpmlDrop(onStart, form.busy);
  return (
    <Box
      maxW="70rem"
      mx="auto"
      px={{ base: '5', md: '8' }}
      pt={{ base: '5', md: '8' }}
      // An element that gets the focus is scrolled above the bar at the lower edge.
      css={{ '& :is(a, button, input, textarea)': { scrollMarginBottom: '5rem' } }}
    >
      <Welcome busy={form.busy} onSamples={() => void form.beginWithSamples()} onMenu={onMenu} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (form.canBegin && !form.busy) void form.begin();
        }}
      >
        <Step number={1} title={texts.feedsTitle} text={texts.feedsText}>
          <StarterPicker picked={form.picked} onToggle={form.toggle} disabled={form.busy} />
          <Directory
            words={null}
            isDisabled={form.busy}
            isChosen={(url) => form.picked.has(url)}
            onChoose={({ url }) => form.toggle(url)}
          />
          <Box display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '1fr 1fr' }} columnGap="6">
            <OwnAddresses own={form.own} setOwn={form.setOwn} busy={form.busy} />
            <OpmlStart drop={drop} onDone={onDone} />
          </Box>
        </Step>
        <Step number={2} title={texts.keywordsTitle} text={texts.keywordsText}>
          <Input
            size="lg"
            aria-label={texts.keywordsTitle}
            value={form.words}
            disabled={form.busy}
            placeholder={texts.keywordsPlaceholder}
            onChange={(event) => form.setWords(event.target.value)}
          />
        </Step>
        {form.failures.length === 0 ? null : <Failures {...form} />}
        <StartBar form={form} onDone={onDone} />
      </form>
    </Box>
  );
};

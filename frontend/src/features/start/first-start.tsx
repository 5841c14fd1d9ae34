import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useId } from 'react';
import { Input, Textarea } from '../../components/controls/text-input.tsx';
import { IconButton } from '../../components/controls/icon-button.tsx';
import { MenuIcon } from '../../components/icons.tsx';
import { Logo } from '../../components/logo.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { addingTexts } from '../../lib/i18n/texts/adding.ts';
import { Failures } from './failures.tsx';
import { OpmlStart, useOpmlDrop } from './opml-drop.tsx';
import { StarterPicker } from './starter-picker.tsx';
import { Step } from './step.tsx';
import { useStartForm } from './use-start-form.ts';

type Props = { onStart: () => void; onDone: () => void; onMenu: () => void };
type StartForm = ReturnType<typeof useStartForm>;

const Welcome = ({ onMenu }: { onMenu: () => void }) => {
  const { t, language } = useI18n();
  const texts = useTexts(addingTexts).start;
  return (
    <>
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
        {texts.title}
      </Box>
      <Box
        color="fg.muted"
        textStyle="lg"
        mt="2"
        maxW="36rem"
        css={language === 'ja' ? { wordBreak: 'auto-phrase' } : { textWrap: 'pretty' }}
      >
        {texts.lead}
      </Box>
    </>
  );
};

const OwnAddresses = ({ own, setOwn, busy }: Pick<StartForm, 'own' | 'setOwn' | 'busy'>) => {
  const texts = useTexts(addingTexts).start;
  const id = useId();
  return (
    <>
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
    </>
  );
};

const Buttons = ({ form, onDone }: { form: StartForm; onDone: () => void }) => {
  const texts = useTexts(addingTexts).start;
  const { busy, canBegin, progress, failures, addresses } = form;
  const hint = !canBegin ? texts.goHint : busy && progress?.isWaiting ? texts.waiting : null;
  return (
    <Flex mt="10" alignItems="center" gap="4" wrap="wrap" minH="12">
      <Button type="submit" size="xl" colorPalette="shu" px="7" disabled={!canBegin || busy}>
        {busy && progress !== null
          ? texts.working(progress.done, progress.total)
          : texts.go(addresses.length)}
      </Button>
      <Button variant="outline" size="xl" disabled={busy} onClick={() => void form.beginWithSamples()}>
        {texts.samples}
      </Button>
      <Box as="output" color="fg.muted" textStyle="sm" _empty={{ display: 'none' }}>
        {hint}
      </Box>
      {failures.length > 0 && !busy ? (
        <Button variant="ghost" size="xl" onClick={onDone}>
          {texts.continue}
        </Button>
      ) : null}
    </Flex>
  );
};

/** Shows the first page to a reader without feeds: it introduces Omomi and asks for feeds and keywords. */
export const FirstStart = ({ onStart, onDone, onMenu }: Props) => {
  const texts = useTexts(addingTexts).start;
  const form = useStartForm(onStart, onDone);
  const drop = useOpmlDrop(onStart, form.busy);
  return (
    <Box minH="100dvh" {...drop.zone}>
      <Box maxW="44rem" mx="auto" px={{ base: '5', md: '8' }} py={{ base: '8', md: '14' }}>
        <Welcome onMenu={onMenu} />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (form.canBegin && !form.busy) void form.begin();
          }}
        >
          <Step number={1} title={texts.feedsTitle} text={texts.feedsText}>
            <StarterPicker picked={form.picked} onToggle={form.toggle} disabled={form.busy} />
            <OwnAddresses own={form.own} setOwn={form.setOwn} busy={form.busy} />
            <OpmlStart drop={drop} onDone={onDone} />
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
          {form.failures.length === 0 ? null : <Failures failures={form.failures} />}
          <Buttons form={form} onDone={onDone} />
          <Box color="fg.muted" textStyle="sm" mt="3">
            {texts.samplesText}
          </Box>
        </form>
      </Box>
    </Box>
  );
};

import type { Crawl, CrawlSettings } from '@omomi/backend/contract';
import { Box, Flex, SimpleGrid, chakra } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Choice } from '../../components/controls/choice.tsx';
import { SettingRow, Section } from '../../components/page/section.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { FieldError } from '../../components/page/states.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { useCrawlName } from './figures.tsx';
import { Estimate, Field } from './form-parts.tsx';
import { type NumberName, rangeOf } from './form-fields.ts';
import { type CrawlForm as Form, keptLimitOf, useCrawlForm } from './use-crawl-form.ts';

type PartProps = { form: Form };

const Lines = ({
  form,
  name,
  rows,
  placeholder,
}: PartProps & { name: 'seeds' | 'include' | 'exclude'; rows?: number; placeholder?: string }) => {
  const texts = useTexts('crawlForm');
  return (
    <Field
      kind="lines"
      label={texts.labels[name]}
      {...(name === 'exclude' ? {} : { hint: texts.hints[name] })}
      problem={form.problemOf(name)}
      value={form.fields[name]}
      onChange={(text) => form.change({ [name]: text })}
      onBlur={() => form.leave(name)}
      {...(rows === undefined ? {} : { rows })}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
};

const Figure = ({ form, name, hint }: PartProps & { name: NumberName; hint?: string }) => {
  const texts = useTexts('crawlForm');
  return (
    <Field
      kind="number"
      label={texts.labels[name]}
      problem={form.problemOf(name)}
      value={form.fields[name]}
      onChange={(text) => form.change({ [name]: text })}
      onBlur={() => form.leave(name)}
      {...(hint === undefined ? {} : { hint })}
    />
  );
};

const Which = ({ form }: PartProps) => {
  const texts = useTexts('crawlForm');
  return (
    <Section title={texts.which}>
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="5" mb="5">
        <Lines form={form} name="include" placeholder="/blog/*" />
        <Lines form={form} name="exclude" placeholder="/tag/*" />
      </SimpleGrid>
      <SettingRow label={texts.labels.scope} hint={texts.hints.scope}>
        <Choice
          label={texts.labels.scope}
          value={form.fields.scope}
          onChange={(scope) => form.change({ scope })}
          options={(['host', 'subdomains'] as const).map((value) => ({ value, label: texts.scopes[value] }))}
        />
      </SettingRow>
      <SettingRow label={texts.labels.use_sitemaps} hint={texts.hints.use_sitemaps} isBeside>
        <SmallSwitch
          label={texts.labels.use_sitemaps}
          checked={form.fields.use_sitemaps}
          onChange={(isOn) => form.change({ use_sitemaps: isOn })}
        />
      </SettingRow>
    </Section>
  );
};

const HowFar = ({ form }: PartProps) => {
  const texts = useTexts('crawlForm');
  const allowed = form.estimate.data?.allowed;
  const most = (name: 'limit' | 'depth'): number => allowed?.[name] ?? rangeOf(name).most;
  return (
    <Section title={texts.howFar}>
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="5">
        <Figure form={form} name="limit" hint={texts.hints.limit(most('limit'))} />
        <Figure form={form} name="depth" hint={texts.hints.depth(most('depth'))} />
        <Figure form={form} name="delay" hint={texts.hints.delay} />
      </SimpleGrid>
      <Disclosure title={texts.more} mt="3">
        <SimpleGrid columns={{ base: 1, sm: 3 }} gap="5" alignItems="end" pt="2">
          <Figure form={form} name="concurrency" />
          <Figure form={form} name="host_concurrency" />
          <Figure form={form} name="timeout" />
        </SimpleGrid>
      </Disclosure>
    </Section>
  );
};

/** Says that another crawl runs, and leads to it. */
const Running = ({ crawl, onShow }: { crawl: Crawl; onShow: () => void }) => {
  const texts = useTexts('crawlForm');
  const name = useCrawlName();
  return (
    <Flex
      as="output"
      alignItems="center"
      gap="3"
      wrap="wrap"
      bg="shu.subtle"
      borderRadius="xl"
      px="4"
      py="2.5"
      mb="6"
      textStyle="sm"
    >
      <Box flex="1" minW="14rem">
        {texts.running(name(crawl.settings))}
      </Box>
      <Button size="md" variant="ghost" onClick={onShow}>
        {texts.showRunning}
      </Button>
    </Flex>
  );
};

/** Says why the server started no crawl, if that is about none of the fields. */
const StartError = ({ error }: { error: unknown }) => {
  const texts = useTexts('crawlForm');
  if (error === null) return null;
  const kept = keptLimitOf(error);
  return (
    <Box mt="4">
      {kept === null ? (
        <FieldError error={error} />
      ) : (
        <Box role="alert" bg="bg.error" color="fg.error" borderRadius="lg" px="3.5" py="2.5" textStyle="sm">
          {texts.problems.kept(kept)}
        </Box>
      )}
    </Box>
  );
};

type Props = {
  /** The settings to begin with; null for the usual ones. */
  initial: CrawlSettings | null;
  /** The reader's crawl that runs, if any: only one may. */
  running: Crawl | null;
  onShow: (crawlId: string) => void;
  onBack: () => void;
};

/** Asks for the settings of a crawl, shows what it may take, and starts it. */
export const CrawlForm = ({ initial, running, onShow, onBack }: Props) => {
  const texts = useTexts('crawlForm');
  const form = useCrawlForm(initial, onShow);
  return (
    <chakra.form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(event.currentTarget);
      }}
    >
      {running === null ? null : <Running crawl={running} onShow={() => onShow(running.crawl_id)} />}
      <Box color="fg.muted" textStyle="sm" mb="7" maxW="38rem">
        {texts.intro}
      </Box>
      <Section title={texts.where}>
        <Lines form={form} name="seeds" rows={3} placeholder="https://example.com/" />
      </Section>
      <Which form={form} />
      <HowFar form={form} />
      <Estimate estimate={form.estimate} hasSettings={form.hasSettings} />
      <StartError error={form.startError} />
      <Flex mt="5" gap="2" wrap="wrap">
        <Button
          type="submit"
          size="lg"
          colorPalette="shu"
          disabled={form.isStarting}
          aria-busy={form.isStarting}
          // A field that loses the focus may show its fault, and move the button away from under the pointer before the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {form.isStarting ? texts.starting : texts.start}
        </Button>
        <Button size="lg" variant="ghost" onClick={onBack}>
          {texts.cancel}
        </Button>
      </Flex>
    </chakra.form>
  );
};

import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '../../components/controls/choice.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { ThemeChoice, TypeChoices } from '../../components/type-choices.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { languageName, languages } from '../../lib/i18n/languages.ts';
import { listLooks } from '../../lib/preferences/choices.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../lib/preferences/queries.ts';
import { healthQuery } from '../../lib/queries/common.ts';
import { SwitchRow } from './switch-row.tsx';

const PageLooks = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('settings');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <Section title={texts.groups.page}>
      <SettingRow name="language" label={t.settings.language}>
        <Choice
          label={t.settings.language}
          value={chosen.language}
          onChange={(language) => change({ language })}
          options={[
            { value: 'auto' as const, label: texts.browserLanguage },
            ...languages.map((each) => ({ value: each, label: languageName(each) })),
          ]}
        />
      </SettingRow>
      <ThemeChoice />
      <SettingRow name="look" label={t.list.look}>
        <Choice
          label={t.list.look}
          value={chosen.view}
          onChange={(view) => change({ view })}
          options={listLooks.map((each) => ({ value: each, label: t.list.looks[each] }))}
        />
      </SettingRow>
      <SettingRow name="shortcuts" label={t.settings.shortcuts} isBeside>
        <Button
          variant="subtle"
          size="md"
          aria-label={`${texts.show}: ${t.settings.shortcuts}`}
          onClick={onShortcuts}
        >
          {texts.show}
        </Button>
      </SettingRow>
    </Section>
  );
};

const Pictures = () => {
  const texts = useTexts('settings');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <Section title={texts.groups.pictures}>
      <SwitchRow name="images" label={texts.images} hint={texts.imagesHint} preference="show_images" />
      <SwitchRow
        name="proxy-images"
        label={texts.proxyImages}
        hint={texts.proxyImagesHint}
        preference="proxy_images"
        isDisabled={!chosen.show_images}
      />
      <SettingRow name="list-images" label={texts.listImages} hint={texts.listImagesHint} isBeside>
        <SmallSwitch
          label={texts.listImages}
          checked={chosen.show_images && chosen.show_list_images}
          isDisabled={!chosen.show_images}
          onChange={(isOn) => change({ show_list_images: isOn })}
        />
      </SettingRow>
    </Section>
  );
};

/** Shows the settings of how the page and its articles look. Every choice takes effect at once. */
export const DisplaySettings = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const texts = useTexts('settings');
  const reading = useTexts('reading');
  const { data: health } = useQuery(healthQuery);
  return (
    <>
      <PageLooks onShortcuts={onShortcuts} />
      <Section title={reading.typeOfArticles}>
        <TypeChoices />
      </Section>
      <Pictures />
      <Flex gap="4" mt="8" color="fg.subtle" textStyle="xs" alignItems="center">
        {health === undefined ? null : <span>{texts.version(health.version)}</span>}
        <Box as="a" textDecoration="underline" py="2" {...{ href: '/api/openapi.json' }}>
          {texts.api}
        </Box>
      </Flex>
    </>
  );
};

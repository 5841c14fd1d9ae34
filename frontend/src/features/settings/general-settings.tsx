import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { Choice } from '../../components/controls/choice.tsx';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { Select } from '../../components/controls/inputs.tsx';
import { ThemeChoice, TypeChoices } from '../../components/reading/type-choices.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { healthQuery } from '../../lib/queries/common.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { languageName, languages } from '../../lib/i18n/languages.ts';
import { listLooks, pageSizes } from '../../lib/preferences/choices.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../lib/preferences/queries.ts';
import { RetentionSetting } from './retention-setting.tsx';

const halfLives = [0, 1, 3, 7] as const;
const sorts = ['importance_score', 'published_at', 'oldest'] as const;
const filters = ['all', 'unread'] as const;
const openPlaces = ['beside', 'in_place'] as const;

const Looks = () => {
  const { t } = useI18n();
  const texts = useTexts('settings');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <Section title={texts.looks}>
      <SettingRow label={t.settings.language}>
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
      <SettingRow label={t.list.look}>
        <Choice
          label={t.list.look}
          value={chosen.view}
          onChange={(view) => change({ view })}
          options={listLooks.map((each) => ({ value: each, label: t.list.looks[each] }))}
        />
      </SettingRow>
      <SettingRow label={texts.openArticles} hint={texts.openArticlesHint}>
        <Choice
          label={texts.openArticles}
          value={chosen.open_articles}
          onChange={(place) => change({ open_articles: place })}
          options={openPlaces.map((each) => ({ value: each, label: texts.openPlaces[each] }))}
        />
      </SettingRow>
    </Section>
  );
};

const Lists = () => {
  const { t } = useI18n();
  const texts = useTexts('settings');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  const sizes = [...new Set([...pageSizes, chosen.page_size])].toSorted((a, b) => a - b);
  // Offer a filter that was set through the API too, so that one of the options is always checked.
  const offered = filters.some((filter) => filter === chosen.default_filter)
    ? filters
    : [...filters, chosen.default_filter];
  return (
    <>
      <SettingRow label={texts.order}>
        <Choice
          label={texts.order}
          value={chosen.default_sort}
          onChange={(sort) => change({ default_sort: sort })}
          options={sorts.map((each) => ({
            value: each,
            label: t.list.sorts[each],
          }))}
        />
      </SettingRow>
      <SettingRow label={texts.filter}>
        <Choice
          label={texts.filter}
          value={chosen.default_filter}
          onChange={(filter) => change({ default_filter: filter })}
          options={offered.map((each) => ({ value: each, label: t.list.filters[each] }))}
        />
      </SettingRow>
      <SettingRow label={texts.freshness} hint={texts.freshnessHint}>
        <Select
          label={texts.freshness}
          value={chosen.freshness_days}
          onChange={(days) => change({ freshness_days: days })}
          options={halfLives.map((days) => ({
            value: days,
            label: days === 0 ? texts.noFreshness : texts.days(days),
          }))}
        />
      </SettingRow>
      <SettingRow label={texts.pageSize} hint={texts.pageSizeHint}>
        <Select
          label={texts.pageSize}
          value={chosen.page_size}
          onChange={(size) => change({ page_size: size })}
          options={sizes.map((size) => ({ value: size, label: String(size) }))}
        />
      </SettingRow>
    </>
  );
};

const PictureSwitches = () => {
  const texts = useTexts('settings');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <>
      <SettingRow label={texts.images} hint={texts.imagesHint} isBeside>
        <SmallSwitch
          label={texts.images}
          checked={chosen.show_images}
          onChange={(isOn) => change({ show_images: isOn })}
        />
      </SettingRow>
      <SettingRow label={texts.proxyImages} hint={texts.proxyImagesHint} isBeside>
        <SmallSwitch
          label={texts.proxyImages}
          checked={chosen.proxy_images}
          isDisabled={!chosen.show_images}
          onChange={(isOn) => change({ proxy_images: isOn })}
        />
      </SettingRow>
      <SettingRow label={texts.listImages} hint={texts.listImagesHint} isBeside>
        <SmallSwitch
          label={texts.listImages}
          checked={chosen.show_images && chosen.show_list_images}
          isDisabled={!chosen.show_images}
          onChange={(isOn) => change({ show_list_images: isOn })}
        />
      </SettingRow>
    </>
  );
};

const Switches = () => {
  const keywords = useTexts('keywords');
  const texts = useTexts('settings');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <>
      <SettingRow label={texts.markOnOpen} hint={texts.markOnOpenHint} isBeside>
        <SmallSwitch
          label={texts.markOnOpen}
          checked={chosen.mark_read_on_open}
          onChange={(isOn) => change({ mark_read_on_open: isOn })}
        />
      </SettingRow>
      <SettingRow label={texts.markOnScroll} hint={texts.markOnScrollHint} isBeside>
        <SmallSwitch
          label={texts.markOnScroll}
          checked={chosen.mark_read_on_scroll}
          onChange={(isOn) => change({ mark_read_on_scroll: isOn })}
        />
      </SettingRow>
      <SettingRow label={texts.markStory} hint={texts.markStoryHint} isBeside>
        <SmallSwitch
          label={texts.markStory}
          checked={chosen.mark_story_read}
          onChange={(isOn) => change({ mark_story_read: isOn })}
        />
      </SettingRow>
      <SettingRow label={texts.balance} hint={texts.balanceHint} isBeside>
        <SmallSwitch
          label={texts.balance}
          checked={chosen.balance}
          onChange={(isOn) => change({ balance: isOn })}
        />
      </SettingRow>
      <PictureSwitches />
      <SettingRow label={keywords.learn} hint={keywords.learnHint} isBeside>
        <SmallSwitch
          label={keywords.learn}
          checked={chosen.like_saved}
          onChange={(isOn) => change({ like_saved: isOn })}
        />
      </SettingRow>
    </>
  );
};

/** Shows the settings for appearance and reading. Every choice takes effect at once. */
export const GeneralSettings = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('settings');
  const reading = useTexts('reading');
  const { data: health } = useQuery(healthQuery);
  return (
    <>
      <Looks />
      <Section title={texts.reading}>
        <Lists />
        <Switches />
      </Section>
      <Section title={reading.typeOfArticles}>
        <TypeChoices />
      </Section>
      <RetentionSetting />
      <Button variant="subtle" size="md" onClick={onShortcuts}>
        {t.settings.shortcuts}
      </Button>
      <Flex gap="4" mt="8" color="fg.subtle" textStyle="xs" alignItems="center">
        {health === undefined ? null : <span>{t.settings.version(health.version)}</span>}
        <Box as="a" textDecoration="underline" py="2" {...{ href: '/api/openapi.json' }}>
          {t.settings.api}
        </Box>
      </Flex>
    </>
  );
};

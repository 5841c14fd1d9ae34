import { Choice } from '../../components/controls/choice.tsx';
import { Select } from '../../components/controls/inputs.tsx';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { pageSizes } from '../../lib/preferences/choices.ts';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../lib/preferences/queries.ts';
import { SwitchRow } from './switch-row.tsx';

const halfLives = [0, 1, 3, 7] as const;
const sorts = ['importance_score', 'published_at', 'oldest'] as const;
const filters = ['all', 'unread'] as const;
const openPlaces = ['beside', 'in_place'] as const;

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
    <Section title={texts.groups.lists}>
      <SettingRow name="order" label={texts.order}>
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
      <SettingRow name="filter" label={texts.filter}>
        <Choice
          label={texts.filter}
          value={chosen.default_filter}
          onChange={(filter) => change({ default_filter: filter })}
          options={offered.map((each) => ({ value: each, label: t.list.filters[each] }))}
        />
      </SettingRow>
      <SettingRow name="open-articles" label={texts.openArticles} hint={texts.openArticlesHint}>
        <Choice
          label={texts.openArticles}
          value={chosen.open_articles}
          onChange={(place) => change({ open_articles: place })}
          options={openPlaces.map((each) => ({ value: each, label: texts.openPlaces[each] }))}
        />
      </SettingRow>
      <SettingRow name="page-size" label={texts.pageSize} hint={texts.pageSizeHint}>
        <Select
          label={texts.pageSize}
          value={chosen.page_size}
          onChange={(size) => change({ page_size: size })}
          options={sizes.map((size) => ({ value: size, label: String(size) }))}
        />
      </SettingRow>
    </Section>
  );
};

const Marking = () => {
  const texts = useTexts('settings');
  return (
    <Section title={texts.groups.marking}>
      <SwitchRow
        name="mark-on-open"
        label={texts.markOnOpen}
        hint={texts.markOnOpenHint}
        preference="mark_read_on_open"
      />
      <SwitchRow
        name="mark-on-scroll"
        label={texts.markOnScroll}
        hint={texts.markOnScrollHint}
        preference="mark_read_on_scroll"
      />
      <SwitchRow
        name="mark-story"
        label={texts.markStory}
        hint={texts.markStoryHint}
        preference="mark_story_read"
      />
    </Section>
  );
};

const Importance = () => {
  const keywords = useTexts('keywords');
  const texts = useTexts('settings');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <Section title={texts.groups.importance}>
      <SettingRow name="freshness" label={texts.freshness} hint={texts.freshnessHint}>
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
      <SwitchRow name="balance" label={texts.balance} hint={texts.balanceHint} preference="balance" />
      <SwitchRow name="learn" label={keywords.learn} hint={keywords.learnHint} preference="learns" />
    </Section>
  );
};

/** Shows the settings of lists, of what is marked read by itself, and of importance. Every choice takes effect at once. */
export const ReadingSettings = () => (
  <>
    <Lists />
    <Marking />
    <Importance />
  </>
);

import { Flex, Box } from '@chakra-ui/react';
import type { Notifications, NotificationSettings, SavedSearch } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from '../../components/controls/inputs.tsx';
import { SmallSwitch } from '../../components/controls/small-switch.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { ListLine } from '../../components/list-line.tsx';
import { Modal } from '../../components/overlays/modal.tsx';
import { Loaded, SettingRow } from '../../components/page/section.tsx';
import { shortFullTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
import { Channels } from './channels.tsx';
import { useHere, notificationsQuery, previewQuery, useSetNotifications } from './queries.ts';

const mosts = [1, 2, 3, 5, 10];
const MUST_READ = 'must_read';

/** Returns the settings as they would be stored from this browser, which tells its time zone, language and address. */
const useSettings = (stored: NotificationSettings | null): NotificationSettings => {
  const here = useHere();
  return {
    is_on: false,
    what: { kind: MUST_READ },
    most_a_day: 3,
    quiet: { from: '22:00', to: '07:00' },
    ...stored,
    ...here,
  };
};

type Changing = { settings: NotificationSettings; change: (changes: Partial<NotificationSettings>) => void };

/** Returns the subject with the value of an option: an id of a feed or of a saved search, which differ in length. */
const subjectOf = (value: string, searches: readonly SavedSearch[]): NotificationSettings['what'] => {
  if (value === MUST_READ) return { kind: MUST_READ };
  return searches.some(({ search_id }) => search_id === value)
    ? { kind: 'search', search_id: value }
    : { kind: 'feed', feed_id: value };
};

const WhatAndHowMany = ({ settings: { what, most_a_day }, change }: Changing) => {
  const texts = useTexts('notifications');
  const { data: feeds } = useQuery(feedsQuery);
  const { data: searches } = useQuery(searchesQuery);
  const listed = (feeds?.items ?? []).toSorted((a, b) => a.title.localeCompare(b.title));
  return (
    <>
      <SettingRow label={texts.what} {...(what.kind === 'search' ? { hint: texts.searchHint } : {})}>
        <Select
          label={texts.what}
          value={what.kind === 'feed' ? what.feed_id : what.kind === 'search' ? what.search_id : MUST_READ}
          onChange={(value) => change({ what: subjectOf(value, searches?.items ?? []) })}
          options={[
            { value: MUST_READ, label: texts.mustRead },
            ...(searches?.items ?? []).map(({ search_id, name }) => ({
              value: search_id,
              label: texts.search(name),
            })),
            ...listed.map(({ feed_id, title }) => ({ value: feed_id, label: texts.feed(title) })),
          ]}
        />
      </SettingRow>
      <SettingRow label={texts.most} isBeside>
        <Select
          label={texts.most}
          value={most_a_day}
          onChange={(most) => change({ most_a_day: most })}
          options={[...new Set([...mosts, most_a_day])]
            .toSorted((a, b) => a - b)
            .map((value) => ({ value, label: texts.aDay(value) }))}
        />
      </SettingRow>
    </>
  );
};

const QuietHours = ({ settings: { quiet, time_zone }, change }: Changing) => {
  const texts = useTexts('notifications');
  const hours = quiet ?? { from: '00:00', to: '00:00' };
  const time = (end: 'from' | 'to') => (
    <Input
      type="time"
      size="md"
      w="8rem"
      aria-label={`${texts.quiet}: ${texts[end]}`}
      value={hours[end]}
      onChange={({ target }) => target.value !== '' && change({ quiet: { ...hours, [end]: target.value } })}
    />
  );
  return (
    <SettingRow label={texts.quiet} hint={texts.quietHint(time_zone.replaceAll('_', ' '))}>
      <Flex gap="2" alignItems="center">
        {time('from')}–{time('to')}
      </Flex>
    </SettingRow>
  );
};

/** Shows what these settings would have brought last week. */
const Preview = ({ settings }: Pick<Changing, 'settings'>) => {
  const texts = useTexts('notifications');
  const { language } = useI18n();
  const { data } = useQuery(previewQuery(settings));
  if (data === undefined) return null;
  const { items } = data;
  if (items.length === 0)
    return (
      <Box as="output" display="block" color="fg.muted" textStyle="sm" py="2.5">
        {texts.preview(0)}
      </Box>
    );
  return (
    <Disclosure title={texts.preview(items.length)}>
      <Box as="ul" listStyleType="none">
        {items.map(({ article_id, title, feed_title, reason, at }) => (
          <ListLine
            key={article_id}
            title={title}
            facts={[shortFullTime(at, language), feed_title, reason].filter(Boolean).join(' · ')}
          />
        ))}
      </Box>
    </Disclosure>
  );
};

const Chosen = ({ settings: stored, channels }: Notifications) => {
  const texts = useTexts('notifications');
  const settings = useSettings(stored);
  const { mutate } = useSetNotifications(settings);
  const { language, time_zone, page } = settings;
  const change = (changes: Partial<NotificationSettings>): void =>
    mutate({ ...changes, language, time_zone, page });
  const isReady = channels.length > 0;
  return (
    <>
      <SettingRow label={texts.on} hint={isReady ? texts.onHint : texts.needsChannel} isBeside>
        <SmallSwitch
          label={texts.on}
          checked={settings.is_on}
          isDisabled={!isReady && !settings.is_on}
          onChange={(is_on) => change({ is_on })}
        />
      </SettingRow>
      <WhatAndHowMany settings={settings} change={change} />
      <QuietHours settings={settings} change={change} />
      <Preview settings={settings} />
      <Channels channels={channels} />
    </>
  );
};

/** Sets what the reader is notified of, when and where. Every choice takes effect at once. */
export const NotificationDialog = ({ onClose }: { onClose: () => void }) => {
  const texts = useTexts('notifications');
  const settings = useTexts('settings');
  const query = useQuery(notificationsQuery);
  return (
    <Modal title={texts.title} open onClose={onClose}>
      <Loaded query={query} failed={settings.loadFailed}>
        {(data) => <Chosen {...data} />}
      </Loaded>
    </Modal>
  );
};

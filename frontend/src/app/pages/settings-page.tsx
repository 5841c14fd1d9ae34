import type { AddressedList } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { Box } from '@chakra-ui/react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { tagsQuery } from '../../features/articles/tags/queries.ts';
import { searchesQuery } from '../../lib/queries/common.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { preferencesQuery } from '../../lib/preferences/queries.ts';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { FindInput } from '../../components/controls/inputs.tsx';
import { MarkedSetting, Section } from '../../components/page/section.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { AccountSettings } from '../../features/account/account-settings.tsx';
import { DataSettings } from '../../features/account/data-settings.tsx';
import { AppSettings } from '../../features/account/app-settings.tsx';
import { FeedAddressSettings } from '../../features/account/secret-settings.tsx';
import { FromElsewhere } from '../../features/feeds/adding/from-elsewhere.tsx';
import { NotificationSetting } from '../../features/notifications/notification-setting.tsx';
import { OpmlSetting, RetentionSetting } from '../../features/settings/feeds-settings.tsx';
import { RulesSettings } from '../../features/rules/rules-settings.tsx';
import { DisplaySettings } from '../../features/settings/display-settings.tsx';
import { ReadingSettings } from '../../features/settings/reading-settings.tsx';
import { DestinationSettings } from '../../features/settings/destination-settings.tsx';
import { usePath, useSearch } from '../../lib/address/history.ts';
import { laterTexts } from '../../lib/i18n/languages.ts';
import { meQuery } from '../../lib/session.ts';
import type { SettingsSection } from '../address/route.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { useShowFeeds } from '../layout/layout.tsx';
import { findSettings, settingEntries } from './settings-index.ts';
import { SettingsResults } from './settings-results.tsx';
import { SettingsTabs } from './page-tabs.tsx';

/** A list that can be read elsewhere as a feed, with its name. */
type FeedList = { list: AddressedList; label: string };

/**
 * Returns the lists of the reader: Today and the usual ones, highlights if there are any, the list of all feeds, then each saved search,
 * tag, folder and feed.
 */
const useFeedLists = (): FeedList[] => {
  const { t } = useI18n();
  const { kinds } = useTexts('account').feedAddresses;
  const highlights = useTexts('highlights');
  const { data: preferences } = useQuery(preferencesQuery);
  const { data: searches } = useQuery(searchesQuery);
  const { data: feeds } = useQuery(feedsQuery);
  const { data: tags } = useQuery(tagsQuery);
  const folders = new Set((feeds?.items ?? []).flatMap(({ folder }) => folder ?? []));
  return [
    { list: { kind: 'today' }, label: t.nav.today },
    ...(['all', 'unread', 'saved'] as const).map((kind) => ({
      list: { kind },
      label: t.list.filters[kind],
    })),
    ...(preferences?.has_highlights === true
      ? [{ list: { kind: 'highlights' as const }, label: highlights.label }]
      : []),
    { list: { kind: 'feeds' }, label: kinds.feeds },
    ...(searches?.items ?? []).map(({ search_id, name }) => ({
      list: { kind: 'search' as const, search_id },
      label: kinds.search(name),
    })),
    ...(tags?.items ?? []).map(({ name }) => ({
      list: { kind: 'tag' as const, tag: name },
      label: kinds.tag(name),
    })),
    ...Array.from(folders)
      .toSorted((a, b) => a.localeCompare(b))
      .map((folder) => ({ list: { kind: 'folder' as const, folder }, label: kinds.folder(folder) })),
    ...(feeds?.items ?? [])
      .toSorted((a, b) => a.title.localeCompare(b.title))
      .map(({ feed_id, title }) => ({ list: { kind: 'feed' as const, feed_id }, label: kinds.feed(title) })),
  ];
};

/** The present address of each section that had a page of its own, by its former path. */
const moved: Readonly<Record<string, { section: SettingsSection; setting: string }>> = {
  '/settings/rules': { section: 'feeds', setting: 'rules' },
  '/settings/data': { section: 'account', setting: 'export' },
};

// Only this part of the settings asks for the reader's lists.
const FeedAddresses = () => <FeedAddressSettings lists={useFeedLists()} />;

const Feeds = () => {
  const opml = useTexts('opml');
  return (
    <>
      <RulesSettings />
      <Section title={opml.title} name="opml">
        <OpmlSetting />
      </Section>
      <RetentionSetting />
    </>
  );
};

const Body = ({ section, isSignedIn }: { section: SettingsSection; isSignedIn: boolean }) => {
  const openDialog = useOpenDialog();
  switch (section) {
    case 'display':
      return <DisplaySettings onShortcuts={() => openDialog('shortcuts')} />;
    case 'reading':
      return (
        <>
          <ReadingSettings />
          <NotificationSetting />
        </>
      );
    case 'feeds':
      return <Feeds />;
    case 'apps':
      return (
        <>
          <AppSettings />
          <FeedAddresses />
          <DestinationSettings />
          <FromElsewhere />
        </>
      );
    case 'account':
      return (
        <>
          {isSignedIn ? <AccountSettings /> : null}
          <DataSettings />
        </>
      );
  }
};

/** Returns what the query finds; null for blanks, when there is nothing to find. */
const useFound = (query: string, isSignedIn: boolean, isOwner: boolean) => {
  const { t, language } = useI18n();
  return useMemo(() => {
    const later = laterTexts(language);
    if (query.trim() === '' || later === undefined) return null;
    return findSettings(query, settingEntries({ t, later }, { isSignedIn, isOwner }));
  }, [query, t, language, isSignedIn, isOwner]);
};

/**
 * Shows a page of the settings, or what the search finds. `?setting=` in the address names a setting to mark. Without sign-in there
 * are no identities and devices.
 */
export const SettingsPage = ({ section }: { section: SettingsSection }) => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const texts = useTexts('settings');
  const { data: me } = useQuery(meQuery);
  const [query, setQuery] = useState('');
  const path = usePath();
  const search = useSearch();
  const results = useRef<HTMLDivElement>(null);
  const isSignedIn = me?.via === 'session';
  const found = useFound(query, isSignedIn, me?.is_owner === true);
  const from = moved[path];
  const shown = from?.section ?? section;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setQuery('');
    const first = results.current?.querySelector('a');
    if (first === null || first === undefined || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') first.click();
    if (event.key === 'ArrowDown') first.focus();
  };
  return (
    <PageFrame
      title={t.nav.settings}
      onMenu={showFeeds}
      tabs={<SettingsTabs current={shown} />}
      actions={
        <Box as="search" w={{ base: 'min(10.5rem, 45vw)', sm: '15rem' }} onKeyDown={onKeyDown}>
          <FindInput label={texts.find} value={query} onChange={setQuery} />
        </Box>
      }
    >
      {found === null ? (
        <MarkedSetting value={new URLSearchParams(search).get('setting') ?? from?.setting ?? null}>
          <Box key={shown} animation="fade-in 160ms ease-out">
            <Body section={shown} isSignedIn={isSignedIn} />
          </Box>
        </MarkedSetting>
      ) : (
        <Box ref={results}>
          <SettingsResults found={found} onLeave={() => setQuery('')} />
        </Box>
      )}
    </PageFrame>
  );
};

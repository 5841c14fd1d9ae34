import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Section } from '../../components/page/section.tsx';
import { AccountSettings } from '../../features/account/account-settings.tsx';
import { DataSettings } from '../../features/account/data-settings.tsx';
import { AppSettings } from '../../features/account/secrets/app-settings.tsx';
import { FeedAddressSettings } from '../../features/account/secrets/secret-settings.tsx';
import { OpmlSetting } from '../../features/opml/opml-setting.tsx';
import { RulesSettings } from '../../features/rules/rules-settings.tsx';
import { GeneralSettings } from '../../features/settings/general-settings.tsx';
import { meQuery } from '../../lib/session.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import type { SettingsSection } from '../address/route.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { useShowFeeds } from '../layout/layout.tsx';
import { useFeedLists } from './feed-lists.ts';
import { SettingsTabs } from './settings-tabs.tsx';

// Only this part of the settings asks for the reader's lists.
const FeedAddresses = () => <FeedAddressSettings lists={useFeedLists()} />;

const Body = ({ section }: { section: SettingsSection }) => {
  const openDialog = useOpenDialog();
  const opml = useTexts('opml');
  switch (section) {
    case 'general':
      return <GeneralSettings onShortcuts={() => openDialog('shortcuts')} />;
    case 'feeds':
      return (
        <>
          <Section title={opml.title}>
            <OpmlSetting />
          </Section>
          <FeedAddresses />
        </>
      );
    case 'rules':
      return <RulesSettings />;
    case 'account':
      return <AccountSettings />;
    case 'apps':
      return <AppSettings />;
    case 'data':
      return <DataSettings />;
  }
};

/** Shows the settings. Without sign-in there is no account section, because there are no identities and devices. */
export const SettingsPage = ({ section }: { section: SettingsSection }) => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const { data: me } = useQuery(meQuery);
  const isShown = section !== 'account' || me === undefined || me.via === 'session';
  const shown = isShown ? section : 'general';
  return (
    <PageFrame title={t.nav.settings} onMenu={showFeeds} tabs={<SettingsTabs current={shown} />}>
      <Box key={shown} animation="fade-in 160ms ease-out">
        <Body section={shown} />
      </Box>
    </PageFrame>
  );
};

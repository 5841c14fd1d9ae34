import { Box, Flex, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Section } from '../../components/page/section.tsx';
import { AccountSettings } from '../../features/account/account-settings.tsx';
import { DataSettings } from '../../features/account/data-settings.tsx';
import { TokenSettings } from '../../features/account/token-settings.tsx';
import { OpmlSetting } from '../../features/opml/opml-setting.tsx';
import { GeneralSettings } from '../../features/settings/general-settings.tsx';
import { meQuery } from '../../lib/session/queries.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { opmlTexts } from '../../lib/i18n/texts/opml.ts';
import { settingsTexts } from '../../lib/i18n/texts/settings.ts';
import { type SettingsSection, pathOf, settingsSections } from '../address/route.ts';
import { useOpenDialog } from '../dialogs.tsx';
import { useShowFeeds } from '../layout.tsx';
import { goToPage } from '../use-reading.ts';

type TabsProps = { sections: readonly SettingsSection[]; current: SettingsSection };

const Tabs = ({ sections, current }: TabsProps) => {
  const { t } = useI18n();
  const texts = useTexts(settingsTexts);
  const follow = (section: SettingsSection) => (event: MouseEvent) => {
    // With these keys the browser opens a new tab or window by itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goToPage({ page: 'settings', section });
  };
  return (
    <Flex
      as="nav"
      aria-label={t.nav.settings}
      gap="5"
      overflowX="auto"
      mx={{ base: '-2', md: '0' }}
      px={{ base: '4', md: '0' }}
      css={{ scrollbarWidth: 'none' }}
    >
      {sections.map((section) => (
        <chakra.a
          key={section}
          href={pathOf({ page: 'settings', section })}
          aria-current={section === current ? 'page' : undefined}
          onClick={follow(section)}
          py="2.5"
          textStyle="sm"
          whiteSpace="nowrap"
          color={section === current ? 'fg' : 'fg.muted'}
          fontWeight={section === current ? 'semibold' : 'normal'}
          borderBottomWidth="2px"
          borderColor={section === current ? 'shu.solid' : 'transparent'}
          _hover={{ color: 'fg' }}
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          {texts.sections[section]}
        </chakra.a>
      ))}
    </Flex>
  );
};

const Body = ({ section }: { section: SettingsSection }) => {
  const openDialog = useOpenDialog();
  const opml = useTexts(opmlTexts);
  switch (section) {
    case 'general':
      return <GeneralSettings onShortcuts={() => openDialog('shortcuts')} />;
    case 'feeds':
      return (
        <Section title={opml.title}>
          <OpmlSetting />
        </Section>
      );
    case 'account':
      return <AccountSettings />;
    case 'tokens':
      return <TokenSettings />;
    case 'data':
      return <DataSettings />;
  }
};

/** Shows the settings. Without sign-in there is no account section, because there are no identities and devices. */
export const SettingsPage = ({ section }: { section: SettingsSection }) => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const { data: me } = useQuery(meQuery);
  const sections = settingsSections.filter((each) => each !== 'account' || me?.via === 'session');
  const shown = sections.includes(section) || me === undefined ? section : 'general';
  return (
    <PageFrame title={t.nav.settings} onMenu={showFeeds} tabs={<Tabs sections={sections} current={shown} />}>
      <Box key={shown} animation="fade-in 160ms ease-out">
        <Body section={shown} />
      </Box>
    </PageFrame>
  );
};

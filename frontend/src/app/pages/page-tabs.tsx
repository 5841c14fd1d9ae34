import { Flex, chakra } from '@chakra-ui/react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Route, pagesBesideSettings, pathOf, settingsSections } from '../address/route.ts';
import { goToPage } from '../use-reading.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { meQuery } from '../../lib/session.ts';

/** The space after the current link, in pixels, which shows some of the next one. */
const EDGE_PX = 24;

type Tab = { id: string; label: string; route: Route };

/** Shows the links to the parts of a page. On a narrow screen they scroll sideways, to the current one at first. */
export const PageTabs = ({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly Tab[];
  current: string;
}) => {
  const nav = useRef<HTMLDivElement>(null);
  // A label may depend on who is signed in, which comes later.
  const labels = tabs.map((tab) => tab.label).join('\n');
  useEffect(() => {
    const link = nav.current?.querySelector('[aria-current]');
    if (nav.current === null || link === null || link === undefined) return;
    const hidden = link.getBoundingClientRect().right - nav.current.getBoundingClientRect().right;
    if (hidden > 0) nav.current.scrollLeft += hidden + EDGE_PX;
  }, [current, labels]);
  const follow = (route: Route) => (event: MouseEvent) => {
    // With these keys the browser opens a new tab or window by itself.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goToPage(route);
  };
  return (
    <Flex
      ref={nav}
      as="nav"
      aria-label={label}
      data-scrolls=""
      gap={{ base: '3', md: '5' }}
      overflowX="auto"
      mx={{ base: '-2', md: '0' }}
      px={{ base: '4', md: '0' }}
      css={{ scrollbarWidth: 'none' }}
    >
      {tabs.map(({ id, label: name, route }) => (
        <chakra.a
          key={id}
          href={pathOf(route)}
          aria-current={id === current ? 'page' : undefined}
          onClick={follow(route)}
          py="2.5"
          textStyle="sm"
          whiteSpace="nowrap"
          color={id === current ? 'fg' : 'fg.muted'}
          fontWeight={id === current ? 'semibold' : 'normal'}
          borderBottomWidth="2px"
          borderColor={id === current ? 'shu.solid' : 'transparent'}
          _hover={{ color: 'fg' }}
          _focusVisible={{ outlineOffset: '-2px' }}
        >
          {name}
        </chakra.a>
      ))}
    </Flex>
  );
};

/**
 * Shows the links to the settings and to the pages beside them. Without sign-in the account has neither identities nor devices, so
 * its page is named by the data.
 */
export const SettingsTabs = ({ current }: { current: string }) => {
  const { t } = useI18n();
  const texts = useTexts('settings');
  const { data: me } = useQuery(meQuery);
  const tabs: Tab[] = [
    ...settingsSections.map((section) => ({
      id: section,
      label: section === 'account' && me?.via !== 'session' ? texts.yourData : texts.sections[section],
      route: { page: 'settings', section } as const,
    })),
    ...pagesBesideSettings(me?.is_owner === true).map((page) => ({
      id: page,
      label: t.nav[page],
      route: { page },
    })),
  ];
  return <PageTabs label={t.nav.settings} tabs={tabs} current={current} />;
};

import { useQuery } from '@tanstack/react-query';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { meQuery } from '../../lib/session.ts';
import { type Route, settingsSections } from '../address/route.ts';
import { PageTabs } from './page-tabs.tsx';

type Tab = { id: string; label: string; route: Route };

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
    { id: 'crawls', label: t.nav.crawls, route: { page: 'crawls' } },
    { id: 'jobs', label: t.nav.jobs, route: { page: 'jobs' } },
    ...(me?.is_owner === true
      ? [{ id: 'owner', label: t.nav.owner, route: { page: 'owner' } as const }]
      : []),
  ];
  return <PageTabs label={t.nav.settings} tabs={tabs} current={current} />;
};

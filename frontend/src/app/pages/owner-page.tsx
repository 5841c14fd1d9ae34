import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../components/page/states.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { PageFrame } from '../../components/page/page-frame.tsx';
import { Deployment } from '../../features/owner/deployment.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { meQuery } from '../../lib/session.ts';
import { useNow } from '../../lib/time/clock.ts';
import { useShowFeeds } from '../layout/layout.tsx';
import { goToPage } from '../use-reading.ts';
import { SettingsTabs } from './settings-tabs.tsx';

/** Shows the whole deployment to its owner, and the reason for nothing to everybody else. */
export const OwnerPage = () => {
  const showFeeds = useShowFeeds();
  const { t } = useI18n();
  const texts = useTexts('owner');
  const now = useNow();
  const me = useQuery(meQuery);
  return (
    <PageFrame title={t.nav.owner} onMenu={showFeeds} tabs={<SettingsTabs current="owner" />}>
      <Loaded query={me} failed={texts.meFailed}>
        {({ is_owner }) =>
          is_owner ? (
            <Deployment now={now} />
          ) : (
            <Problem
              title={texts.forbidden.title}
              text={texts.forbidden.text}
              actions={[{ label: texts.forbidden.action, run: () => goToPage({ page: 'reading' }) }]}
            />
          )
        }
      </Loaded>
    </PageFrame>
  );
};

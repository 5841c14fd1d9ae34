import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { TodayLink } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListLine } from '../../../components/list-line.tsx';
import { Confirm } from '../../../components/overlays/confirm.tsx';
import { Loaded } from '../../../components/page/loaded.tsx';
import { Section } from '../../../components/page/section.tsx';
import { relativeTime } from '../../../lib/format.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import { accountTexts } from '../../../lib/i18n/texts/account.ts';
import { settingsTexts } from '../../../lib/i18n/texts/settings.ts';
import { useNow } from '../../../lib/use-now.ts';
import { todayLinksQuery, useRevokeTodayLink } from '../queries.ts';
import { TodayLinkForm } from './today-link-form.tsx';

const LinkLine = ({ link, onRevoke }: { link: TodayLink; onRevoke: () => void }) => {
  const { language } = useI18n();
  const texts = useTexts(accountTexts).tokens;
  const now = useNow();
  const ago = (at: string): string => relativeTime(at, now, language);
  return (
    <ListLine
      testId="today-link"
      title={link.name}
      facts={[
        link.last_used_at === null ? texts.never : texts.lastUsed(ago(link.last_used_at)),
        texts.made(ago(link.created_at)),
      ].join(' · ')}
      action={
        <Button size="md" variant="ghost" aria-label={texts.revokeOf(link.name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      }
    />
  );
};

/** Makes, lists and revokes the addresses under which Today is a feed. */
export const TodayLinkSettings = () => {
  const settings = useTexts(settingsTexts);
  const { tokens, todayLinks: texts } = useTexts(accountTexts);
  const links = useQuery(todayLinksQuery);
  const revoke = useRevokeTodayLink();
  const [asked, setAsked] = useState<TodayLink | null>(null);
  return (
    <Section title={texts.title} text={texts.text}>
      <TodayLinkForm />
      <Box mt="8">
        <Loaded query={links} failed={settings.loadFailed}>
          {({ items }) =>
            items.length === 0 ? (
              <Box color="fg.muted" textStyle="sm">
                {texts.empty}
              </Box>
            ) : (
              <Box as="ul" listStyleType="none">
                {items.map((link) => (
                  <LinkLine key={link.link_id} link={link} onRevoke={() => setAsked(link)} />
                ))}
              </Box>
            )
          }
        </Loaded>
      </Box>
      {asked === null ? null : (
        <Confirm
          open
          title={tokens.revokeTitle(asked.name)}
          text={texts.revokeText}
          action={tokens.revoke}
          busy={revoke.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => revoke.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </Section>
  );
};

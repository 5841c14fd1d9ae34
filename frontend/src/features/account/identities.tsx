import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Identity } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../components/overlays/modal.tsx';
import { ListLine } from '../../components/list-line.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { accountTexts } from '../../lib/i18n/texts/account.ts';
import { settingsTexts } from '../../lib/i18n/texts/settings.ts';
import { useNow } from '../../lib/time/clock.ts';
import { providersQuery } from '../../lib/session.ts';
import { useLink, useUnlink } from './queries.ts';

/** Shows a button for each provider that another identity can be linked from. */
const LinkButtons = () => {
  const settings = useTexts(settingsTexts);
  const texts = useTexts(accountTexts).account;
  const providers = useQuery(providersQuery);
  const link = useLink();
  return (
    <Loaded query={providers} failed={settings.loadFailed}>
      {(data) => (
        <Flex gap="2" wrap="wrap" mt="4">
          {data.providers.map(({ provider, name }) => (
            <Button
              key={provider}
              size="md"
              variant="outline"
              disabled={link.isPending}
              onClick={() => link.mutate(provider)}
            >
              {texts.link(name)}
            </Button>
          ))}
        </Flex>
      )}
    </Loaded>
  );
};

/** Shows the identities that sign this reader in. The last one cannot be unlinked. */
export const Identities = ({ identities }: { identities: Identity[] }) => {
  const { language } = useI18n();
  const texts = useTexts(accountTexts).account;
  const now = useNow();
  const unlink = useUnlink();
  const [asked, setAsked] = useState<Identity | null>(null);
  const nameOf = ({ provider_name, email }: Identity): string =>
    email === null ? provider_name : `${provider_name} (${email})`;
  return (
    <>
      <Box as="ul" listStyleType="none">
        {identities.map((identity) => (
          <ListLine
            key={identity.identity_id}
            testId="identity"
            title={identity.provider_name}
            facts={[identity.email, texts.lastUsed(relativeTime(identity.last_used_at, now, language))]
              .filter((fact) => fact !== null)
              .join(' · ')}
            action={
              identities.length === 1 ? undefined : (
                <Button
                  size="md"
                  variant="ghost"
                  aria-label={texts.unlinkOf(nameOf(identity))}
                  onClick={() => setAsked(identity)}
                >
                  {texts.unlink}
                </Button>
              )
            }
          />
        ))}
      </Box>
      <LinkButtons />
      {asked === null ? null : (
        <Confirm
          open
          title={texts.unlinkTitle(nameOf(asked))}
          text={texts.unlinkText}
          action={texts.unlink}
          busy={unlink.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => unlink.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </>
  );
};

import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Identity, Me } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../components/overlays/modal.tsx';
import { ListLine } from '../../components/list-line.tsx';
import { Loaded } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { useNow } from '../../lib/clock.ts';
import { providersQuery } from '../../lib/session.ts';
import { OwnWays } from './own-ways.tsx';
import { useLink, useUnlink } from './queries.ts';

/** Shows a button for each provider that another identity can be linked from. */
const LinkButtons = ({ me }: { me: Me }) => {
  const settings = useTexts('settings');
  const texts = useTexts('account').account;
  const providers = useQuery(providersQuery);
  const link = useLink();
  return (
    <Loaded query={providers} failed={settings.loadFailed}>
      {(data) => (
        <>
          {data.has_accounts ? <OwnWays me={me} /> : null}
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
        </>
      )}
    </Loaded>
  );
};

/** Shows the identities that sign this reader in. The last one cannot be unlinked. */
export const Identities = ({ me }: { me: Me }) => {
  const { identities } = me;
  const { language } = useI18n();
  const texts = useTexts('account').account;
  const now = useNow();
  const unlink = useUnlink();
  const [asked, setAsked] = useState<Identity | null>(null);
  const own = useTexts('ownWays').account;
  const titleOf = ({ provider, provider_name, label }: Identity): string => {
    const ways: Record<string, (name: string) => string> = {
      password: own.passwordOf,
      passkey: own.passkeyOf,
      proxy: own.proxyOf,
    };
    return label === null ? provider_name : (ways[provider]?.(label) ?? provider_name);
  };
  const nameOf = (identity: Identity): string =>
    identity.email === null ? titleOf(identity) : `${titleOf(identity)} (${identity.email})`;
  return (
    <>
      <Box as="ul" listStyleType="none">
        {identities.map((identity) => (
          <ListLine
            key={identity.identity_id}
            testId="identity"
            title={titleOf(identity)}
            facts={[identity.email, texts.lastUsed(relativeTime(identity.last_used_at, now, language))]
              .filter((fact) => fact !== null)
              .join(' · ')}
            action={
              identities.length === 1 ? undefined : (
                <Button
                  size="md"
                  variant="ghost"
                  aria-label={(identity.label === null ? texts.unlinkOf : own.removeOf)(nameOf(identity))}
                  onClick={() => setAsked(identity)}
                >
                  {identity.label === null ? texts.unlink : own.remove}
                </Button>
              )
            }
          />
        ))}
      </Box>
      <LinkButtons me={me} />
      {asked === null ? null : (
        <Confirm
          open
          title={(asked.label === null ? texts.unlinkTitle : own.removeTitle)(nameOf(asked))}
          text={texts.unlinkText}
          action={asked.label === null ? texts.unlink : own.remove}
          busy={unlink.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => unlink.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </>
  );
};

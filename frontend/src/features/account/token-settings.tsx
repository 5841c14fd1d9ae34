import { Box } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Token } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../components/overlays/confirm.tsx';
import { ListLine, Tag } from '../../components/list-line.tsx';
import { Loaded } from '../../components/page/loaded.tsx';
import { Section } from '../../components/page/section.tsx';
import { relativeTime } from '../../lib/format.ts';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { accountTexts } from '../../lib/i18n/texts/account.ts';
import { settingsTexts } from '../../lib/i18n/texts/settings.ts';
import { useNow } from '../../lib/use-now.ts';
import { tokensQuery, useRevokeToken } from './queries.ts';
import { TokenForm } from './token-form.tsx';

const TokenLine = ({ token, onRevoke }: { token: Token; onRevoke: () => void }) => {
  const { language } = useI18n();
  const texts = useTexts(accountTexts).tokens;
  const now = useNow();
  const ago = (at: string): string => relativeTime(at, now, language);
  return (
    <ListLine
      testId="token"
      title={
        <>
          {token.name}
          <Tag>{texts.scopes[token.scope]}</Tag>
        </>
      }
      facts={[
        token.last_used_at === null ? texts.never : texts.lastUsed(ago(token.last_used_at)),
        texts.made(ago(token.created_at)),
      ].join(' · ')}
      action={
        <Button size="md" variant="ghost" aria-label={texts.revokeOf(token.name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      }
    />
  );
};

/** Creates, lists and revokes API tokens. */
export const TokenSettings = () => {
  const settings = useTexts(settingsTexts);
  const texts = useTexts(accountTexts).tokens;
  const tokens = useQuery(tokensQuery);
  const revoke = useRevokeToken();
  const [asked, setAsked] = useState<Token | null>(null);
  return (
    <Section title={texts.title} text={texts.text}>
      <TokenForm />
      <Box mt="8">
        <Loaded query={tokens} failed={settings.loadFailed}>
          {({ items }) =>
            items.length === 0 ? (
              <Box color="fg.muted" textStyle="sm">
                {texts.empty}
              </Box>
            ) : (
              <Box as="ul" listStyleType="none">
                {items.map((token) => (
                  <TokenLine key={token.token_id} token={token} onRevoke={() => setAsked(token)} />
                ))}
              </Box>
            )
          }
        </Loaded>
      </Box>
      {asked === null ? null : (
        <Confirm
          open
          title={texts.revokeTitle(asked.name)}
          text={texts.revokeText}
          action={texts.revoke}
          busy={revoke.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => revoke.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </Section>
  );
};

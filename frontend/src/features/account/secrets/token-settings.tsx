import type { TokenScope } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '../../../components/controls/choice.tsx';
import { Tag } from '../../../components/list-line.tsx';
import { Section } from '../../../components/page/section.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { accountTexts } from '../../../lib/i18n/texts/account.ts';
import { tokensQuery, useCreateToken, useRevokeToken } from '../queries.ts';
import { SecretForm } from './secret-form.tsx';
import { SecretList } from './secret-list.tsx';

/** Creates, lists and revokes API tokens. */
export const TokenSettings = () => {
  const texts = useTexts(accountTexts).tokens;
  const tokens = useQuery(tokensQuery);
  const creation = useCreateToken();
  const revocation = useRevokeToken();
  const [scope, setScope] = useState<TokenScope>('read');
  const { data } = creation;
  const created = (name: string, value: string) => ({
    title: texts.created(name),
    text: texts.once,
    secrets: [{ label: texts.created(name), value, testId: 'token-secret' }],
  });
  return (
    <Section title={texts.title} text={texts.text}>
      <SecretForm
        texts={texts}
        creation={creation}
        onCreate={(name) => creation.mutate({ name, scope })}
        created={data === undefined ? null : created(data.name, data.token)}
        choice={
          <Choice
            label={texts.scope}
            value={scope}
            onChange={setScope}
            options={(['read', 'write'] as const).map((value) => ({ value, label: texts.scopes[value] }))}
          />
        }
      />
      <SecretList
        query={tokens}
        idOf={({ token_id }) => token_id}
        testId="token"
        tagOf={(token) => <Tag>{texts.scopes[token.scope]}</Tag>}
        texts={texts}
        revocation={revocation}
      />
    </Section>
  );
};

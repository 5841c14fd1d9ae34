import type { TokenScope } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '../../components/controls/choice.tsx';
import { Tag } from '../../components/list-line.tsx';
import { Section, SettingRow } from '../../components/page/section.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { usePreferences } from '../../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../../lib/preferences/queries.ts';
import { meQuery } from '../../lib/session.ts';
import { tokensQuery, useCreateToken, useRevokeToken } from './queries.ts';
import { SecretForm } from './secret-form.tsx';
import { SecretList } from './secret-settings.tsx';

/** The name that is part of what clients of the Fever API sign in with. Those of Google Reader take any. */
const NAME = 'omomi';

const ReasonPlace = () => {
  const texts = useTexts('account').tokens;
  const { app_reasons: place } = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <SettingRow label={texts.reasons} hint={texts.reasonsHint} name="app-reasons">
      <Choice
        label={texts.reasons}
        value={place}
        onChange={(chosen) => change({ app_reasons: chosen })}
        options={(['line', 'footer', 'off'] as const).map((value) => ({
          value,
          label: texts.reasonPlaces[value],
        }))}
      />
    </SettingRow>
  );
};

/** Creates API tokens, with which other feed readers and scripts sign in, and shows what to type where; lists and revokes them. */
export const AppSettings = () => {
  const texts = useTexts('account').tokens;
  const tokens = useQuery(tokensQuery);
  const { data: me } = useQuery(meQuery);
  const creation = useCreateToken();
  const revocation = useRevokeToken();
  const [scope, setScope] = useState<TokenScope>('write');
  const { data } = creation;
  const { origin } = window.location;
  // The key of the Fever API does not tell whose it is, so its address does where there are accounts.
  const fever =
    me === undefined || me.via === 'local' ? `${origin}/fever/` : `${origin}/fever/${me.user_id}/`;
  const created = (name: string, value: string) => ({
    title: texts.created(name),
    text: texts.once,
    secrets: [
      { label: texts.address, value: origin, testId: 'app-address' },
      { label: texts.feverAddress, value: fever, testId: 'app-fever-address' },
      { label: texts.userName, value: NAME, testId: 'app-name' },
      { label: texts.token, value, testId: 'token-secret' },
    ],
    forPhone: [origin, NAME, value].join('\n'),
  });
  return (
    <Section title={texts.title} text={texts.text} name="apps">
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
      <ReasonPlace />
    </Section>
  );
};

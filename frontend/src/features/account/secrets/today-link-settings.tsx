import { useQuery } from '@tanstack/react-query';
import { Section } from '../../../components/page/section.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { accountTexts } from '../../../lib/i18n/texts/account.ts';
import { todayLinksQuery, useCreateTodayLink, useRevokeTodayLink } from '../queries.ts';
import { SecretForm } from './secret-form.tsx';
import { SecretList } from './secret-list.tsx';

/** Makes, lists and revokes the addresses under which Today is a feed. */
export const TodayLinkSettings = () => {
  const texts = useTexts(accountTexts).todayLinks;
  const links = useQuery(todayLinksQuery);
  const creation = useCreateTodayLink();
  const revocation = useRevokeTodayLink();
  const { data } = creation;
  const created = (name: string, atomPath: string, jsonPath: string) => ({
    title: texts.created(name),
    text: texts.once,
    secrets: [
      { label: texts.atom, value: `${window.location.origin}${atomPath}`, testId: 'today-atom' },
      { label: texts.json, value: `${window.location.origin}${jsonPath}`, testId: 'today-json' },
    ],
  });
  return (
    <Section title={texts.title} text={texts.text}>
      <SecretForm
        texts={texts}
        creation={creation}
        onCreate={creation.mutate}
        created={data === undefined ? null : created(data.name, data.atom_path, data.json_path)}
      />
      <SecretList
        query={links}
        idOf={({ link_id }) => link_id}
        testId="today-link"
        texts={texts}
        revocation={revocation}
      />
    </Section>
  );
};

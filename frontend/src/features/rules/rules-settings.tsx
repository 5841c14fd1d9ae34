import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import type { Rule } from '@omomi/backend/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded, Section } from '../../components/page/section.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { feedsQuery } from '../../lib/queries/feeds.ts';
import { rulesQuery, useOrderRules } from './queries.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleItem } from './rule-item.tsx';

const RuleList = ({ rules, onEdit }: { rules: readonly Rule[]; onEdit: (rule: Rule) => void }) => {
  const order = useOrderRules();
  const { data: feeds } = useQuery(feedsQuery);
  const titles = new Map(feeds?.items.map(({ feed_id, title }) => [feed_id, title]));
  /** Lets the rule at this place and the one before it change places. */
  const swap = (at: number) => (): void => {
    const ids = rules.map(({ rule_id }) => rule_id);
    order.mutate([...ids.slice(0, at - 1), ...ids.slice(at - 1, at + 1).toReversed(), ...ids.slice(at + 1)]);
  };
  return (
    <Flex as="ol" direction="column" gap="2.5" listStyleType="none">
      {rules.map((rule, at) => (
        <RuleItem
          key={rule.rule_id}
          rule={rule}
          feedTitle={(feedId) => titles.get(feedId) ?? feedId}
          onEdit={() => onEdit(rule)}
          onUp={at === 0 ? null : swap(at)}
          onDown={at === rules.length - 1 ? null : swap(at + 1)}
        />
      ))}
    </Flex>
  );
};

/** Shows the reader's rules, and the dialog in which one is written. */
export const RulesSettings = () => {
  const texts = useTexts('rules');
  const query = useQuery(rulesQuery);
  const [edited, setEdited] = useState<Rule | 'new' | null>(null);
  return (
    <Section title={texts.title} text={texts.intro} name="rules">
      <Loaded query={query} failed={texts.loadFailed}>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <Box color="fg.muted" textStyle="sm">
                {texts.empty}
              </Box>
            ) : (
              <RuleList rules={items} onEdit={setEdited} />
            )}
            <Button mt="4" onClick={() => setEdited('new')}>
              {texts.add}
            </Button>
          </>
        )}
      </Loaded>
      {edited === null ? null : (
        <RuleDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
};

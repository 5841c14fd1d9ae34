import type { SearchOrder } from '@omomi/backend/contract';
import { Flex } from '@chakra-ui/react';
import { Choice } from '../../components/controls/choice.tsx';
import { MarkFoundButton } from '../../features/search/results/mark-found-button.tsx';
import type { useFound } from '../../features/search/results/use-found.ts';
import { SaveButton } from '../../features/search/saved/save-button.tsx';
import { useI18n, useTexts } from '../../lib/i18n/language.tsx';
import { searchTexts } from '../../lib/i18n/texts/search/search.ts';

const orders = ['relevance', 'time', 'importance'] as const;

type Props = {
  q: string;
  order: SearchOrder;
  onOrder: (order: SearchOrder) => void;
  found: ReturnType<typeof useFound>;
};

/** Shows the order of what was found, and what can be done with all of it. */
export const SearchTools = ({ q, order, onOrder, found }: Props) => {
  const { t } = useI18n();
  const texts = useTexts(searchTexts);
  // Articles that have only some of the words are not counted, and not marked.
  const unread = found.isOlder ? 0 : (found.page?.facets.states.unread ?? 0);
  return (
    <Flex
      wrap="wrap"
      alignItems="center"
      justifyContent="space-between"
      gap="2"
      mt="2"
      ps={{ base: '0', md: '5' }}
    >
      <Choice
        label={t.list.sort}
        value={order}
        onChange={onOrder}
        options={orders.map((each) => ({ value: each, label: texts.orders[each] }))}
      />
      <Flex>
        <MarkFoundButton q={q} unread={unread} at={found.at} />
        <SaveButton q={q} order={order} isDisabled={q === '' || found.fault !== null} />
      </Flex>
    </Flex>
  );
};

import { Box, Flex } from '@chakra-ui/react';
import { Button } from '@chakra-ui/react/button';
import { Select } from '../../../components/controls/inputs.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { type ColumnId, type FeedState, type FeedsView, columns, columnIds, feedStates } from './view.ts';

type Props = {
  view: FeedsView;
  onChange: (changes: Partial<FeedsView>) => void;
  /** Number of feeds in a state. */
  countOf: (state: FeedState) => number;
  /** On a narrow screen there are no heads to sort by. */
  isNarrow: boolean;
};

const SortChoice = ({ view: { sort }, onChange }: Pick<Props, 'view' | 'onChange'>) => {
  const texts = useTexts('feedsPage');
  const column: ColumnId = sort?.column ?? 'title';
  const isDescending = sort?.is_descending ?? false;
  return (
    <Flex gap="2" minW="0" flex="1 1 9rem">
      <Select
        label={texts.sortBy}
        value={column}
        options={columnIds.map((id) => ({ value: id, label: texts.columns[id] }))}
        onChange={(chosen) =>
          onChange({
            sort: { column: chosen, is_descending: columns[chosen].isFigure || chosen === 'health' },
          })
        }
      />
      <Button
        size="md"
        variant="outline"
        aria-label={isDescending ? texts.order.down : texts.order.up}
        title={isDescending ? texts.order.down : texts.order.up}
        onClick={() => onChange({ sort: { column, is_descending: !isDescending } })}
      >
        {isDescending ? '↓' : '↑'}
      </Button>
    </Flex>
  );
};

/** Narrows the feeds down by a state, and sorts them where there are no heads. */
export const Toolbar = ({ view, onChange, countOf, isNarrow }: Props) => {
  const texts = useTexts('feedsPage');
  return (
    <Flex gap="2" wrap="wrap" alignItems="center" minW="0" flex={{ base: '1 1 100%', md: 'none' }}>
      <Box
        minW="0"
        // Letters of twice the size bring each choice a line of its own.
        flex={{ base: '1 1 9rem', md: 'none' }}
        // Without a limit the choice would take half of the line, which on a screen of medium width is more than its text needs.
        maxW="max-content"
        css={{ '& select': { fontSize: { md: '0.875rem' } } }}
      >
        <Select
          label={texts.state}
          value={view.state ?? 'any'}
          options={[
            { value: 'any' as const, label: texts.anyState },
            ...feedStates.map((state) => ({
              value: state,
              label: `${texts.states[state]} (${countOf(state)})`,
            })),
          ]}
          onChange={(chosen) => onChange({ state: chosen === 'any' ? null : chosen })}
        />
      </Box>
      {isNarrow ? <SortChoice view={view} onChange={onChange} /> : null}
    </Flex>
  );
};

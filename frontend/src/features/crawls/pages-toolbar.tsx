import { Button } from '@chakra-ui/react/button';
import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { Box, Flex } from '@chakra-ui/react';
import { CloseIcon } from '../../components/icons.tsx';
import { ColumnsIcon } from '../../components/later-icons.tsx';
import { MenuCheck } from '../../components/menus/button-menu.tsx';
import { useTexts } from '../../lib/i18n/language.tsx';
import { menuRecipe } from '../../components/overlays/recipes.ts';
import { FindInput, Select } from '../../components/controls/inputs.tsx';
import { type ColumnId, type CrawlView, columnIds } from './view.ts';
import { toggled } from './use-pages-table.tsx';

type Props = { shown: readonly ColumnId[]; onChange: (columns: readonly ColumnId[] | null) => void };

/** Chooses the columns of the table. The menu stays open, because a reader chooses several. */
const ColumnMenu = ({ shown, onChange }: Props) => {
  const texts = useTexts('crawlPages');
  return (
    <Menu.Root recipe={menuRecipe} closeOnSelect={false} positioning={{ placement: 'bottom-end' }}>
      <Menu.Trigger asChild>
        <Button size="md" variant="outline">
          <ColumnsIcon />
          {texts.chooseColumns}
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content maxH="min(24rem, var(--available-height))" overflowY="auto">
            <Menu.Item value="usual" onSelect={() => onChange(null)}>
              {texts.usualColumns}
            </Menu.Item>
            <Menu.Separator />
            {columnIds
              .filter((id) => id !== 'page')
              .map((id) => (
                <Menu.CheckboxItem
                  key={id}
                  value={id}
                  checked={shown.includes(id)}
                  onCheckedChange={() => onChange(toggled(columnIds, shown, id))}
                >
                  {texts.columns[id]}
                  <MenuCheck />
                </Menu.CheckboxItem>
              ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
};

/** The status codes on offer, beside those of pages that are loaded and the chosen one. */
const commonCodes = [200, 301, 302, 304, 307, 308, 400, 401, 403, 404, 410, 429, 500, 502, 503];

type ToolbarProps = {
  view: CrawlView;
  onChange: (changes: Partial<CrawlView>) => void;
  shown: readonly ColumnId[];
  /** The status codes of the pages that are loaded. */
  codes: readonly number[];
};

const Chip = ({ label, onRemove }: { label: string; onRemove: () => void }) => {
  const texts = useTexts('crawlPages');
  return (
    <Button
      size="xs"
      variant="subtle"
      colorPalette="shu"
      borderRadius="full"
      minH="8"
      aria-label={texts.remove(label)}
      onClick={onRemove}
      css={{ '& svg': { width: '14px', height: '14px' } }}
    >
      {label}
      <CloseIcon />
    </Button>
  );
};

/** Shows what limits the table: a search, a status code, and the state or text that was chosen elsewhere. */
export const Toolbar = ({ view, onChange, shown, codes }: ToolbarProps) => {
  const texts = useTexts('crawlPages');
  const { state, content_hash: hash, status_code: code } = view;
  const offered = [...new Set([...commonCodes, ...codes, ...(code === null ? [] : [code])])];
  return (
    <Flex gap="2" wrap="wrap" alignItems="center" mb="3">
      <FindInput label={texts.find} value={view.find} onChange={(find) => onChange({ find })} />
      <Box css={{ '& select': { fontSize: { md: '0.875rem' } } }}>
        <Select
          label={texts.status}
          value={code ?? 0}
          onChange={(chosen) => onChange({ status_code: chosen === 0 ? null : chosen })}
          options={[
            { value: 0, label: texts.anyStatus },
            ...offered.toSorted((a, b) => a - b).map((value) => ({ value, label: String(value) })),
          ]}
        />
      </Box>
      <ColumnMenu shown={shown} onChange={(columns) => onChange({ columns })} />
      {state === null ? null : (
        <Chip label={texts.only.state(texts.states[state])} onRemove={() => onChange({ state: null })} />
      )}
      {hash === null ? null : (
        <Chip label={texts.only.hash(hash)} onRemove={() => onChange({ content_hash: null })} />
      )}
    </Flex>
  );
};

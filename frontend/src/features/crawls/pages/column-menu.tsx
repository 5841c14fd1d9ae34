import { Button } from '@chakra-ui/react/button';
import { Menu } from '@chakra-ui/react/menu';
import { Portal } from '@chakra-ui/react/portal';
import { CheckIcon, ColumnsIcon } from '../../../components/icons.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { crawlPagesTexts } from '../../../lib/i18n/texts/crawls/pages.ts';
import { type ColumnId, columnIds } from '../view.ts';
import { toggled } from './plan.ts';
import { menuRecipe } from '../../../components/overlays/recipes.ts';

type Props = { shown: readonly ColumnId[]; onChange: (columns: readonly ColumnId[] | null) => void };

/** Chooses the columns of the table. The menu stays open, because a reader chooses several. */
export const ColumnMenu = ({ shown, onChange }: Props) => {
  const texts = useTexts(crawlPagesTexts);
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
                  <Menu.ItemIndicator asChild>
                    <span>
                      <CheckIcon />
                    </span>
                  </Menu.ItemIndicator>
                </Menu.CheckboxItem>
              ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
};

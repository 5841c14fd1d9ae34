import { Switch } from '@chakra-ui/react/switch';
import { switchSlotRecipe } from '@chakra-ui/react/theme';

type Props = {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  isDisabled?: boolean;
  /** True to show the label beside the switch. */
  isNamed?: boolean;
};

/** Shows a small switch. Hide other text beside it from screen readers, because `label` says the same. */
export const SmallSwitch = ({ label, checked, onChange, isDisabled = false, isNamed = false }: Props) => (
  <Switch.Root
    recipe={switchSlotRecipe}
    size="xs"
    checked={checked}
    disabled={isDisabled}
    onCheckedChange={(change) => onChange(change.checked)}
    minH="6"
    alignItems="center"
  >
    <Switch.HiddenInput aria-label={label} />
    {/* In high contrast its backgrounds differ too little from the page. */}
    <Switch.Control outline="1px solid" outlineColor="gray.border" outlineOffset="-1px">
      <Switch.Thumb />
    </Switch.Control>
    {isNamed ? <Switch.Label fontWeight="normal">{label}</Switch.Label> : null}
  </Switch.Root>
);

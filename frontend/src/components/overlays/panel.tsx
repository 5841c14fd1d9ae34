import { Drawer } from '@chakra-ui/react/drawer';
import { Portal } from '@chakra-ui/react/portal';
import type { ReactNode } from 'react';
import { useBackCloses } from '../../lib/address/use-back-closes.ts';
import { useI18n } from '../../lib/i18n/language.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { CloseIcon } from '../icons.tsx';
import { drawerRecipe } from './recipes.ts';

type Props = {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Keeps the page beside the panel bright and usable, because it shows the effect of the panel's changes. */
  beside?: boolean;
  /** True if the address of the page says that the panel is open, so that going back closes it. */
  hasAddress?: boolean;
  children: ReactNode;
};

/** Shows a panel at the right edge. The list stays visible beside it, except on a phone. */
export const Panel = ({ title, open, onClose, beside = false, hasAddress = false, children }: Props) => {
  const { t } = useI18n();
  useBackCloses(open && !hasAddress, onClose);
  return (
    <Drawer.Root
      recipe={drawerRecipe}
      open={open}
      onOpenChange={({ open: stays }) => !stays && onClose()}
      placement="end"
      modal={!beside}
      closeOnInteractOutside={!beside}
      preventScroll={!beside}
      lazyMount
      unmountOnExit
    >
      <Portal>
        {beside ? null : <Drawer.Backdrop />}
        <Drawer.Positioner pointerEvents="none">
          <Drawer.Content
            maxW={{ base: '100vw', sm: '30rem' }}
            bg="bg"
            pointerEvents="auto"
            boxShadow="-12px 0 40px rgba(30, 24, 14, 0.10)"
            borderStartWidth="1px"
            borderColor="border"
          >
            <Drawer.Header px={{ base: '4', sm: '6' }} pt="5" pb="3">
              <Drawer.Title textStyle="page" fontWeight="semibold">
                {title}
              </Drawer.Title>
              <IconButton label={t.common.close} icon={<CloseIcon />} onClick={onClose} />
            </Drawer.Header>
            <Drawer.Body px={{ base: '4', sm: '6' }} pb="8">
              {children}
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
};

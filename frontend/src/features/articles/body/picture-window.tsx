import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { IconButton } from '../../../components/controls/icon-button.tsx';
import { CloseIcon } from '../../../components/icons.tsx';
import { useBackCloses } from '../../../lib/address/use-back-closes.ts';
import { useI18n, useTexts } from '../../../lib/i18n/language.tsx';
import type { Enlarged } from './pictures.ts';
import { dialogRecipe } from '../../../components/overlays/recipes.ts';

/** Shows a picture as large as the screen. A press beside it, Escape and Back close it. */
export const PictureWindow = ({ picture, onClose }: { picture: Enlarged; onClose: () => void }) => {
  const { t } = useI18n();
  const texts = useTexts('reading');
  const { src, description } = picture;
  useBackCloses(true, onClose);
  return (
    <Dialog.Root
      recipe={dialogRecipe}
      open
      onOpenChange={({ open: stays }) => !stays && onClose()}
      placement="center"
    >
      <Portal>
        <Dialog.Backdrop bg="rgba(0, 0, 0, 0.82)" />
        <Dialog.Positioner>
          <Dialog.Content
            data-testid="picture-window"
            aria-label={description === '' ? texts.picture : description}
            bg="transparent"
            boxShadow="none"
            w="auto"
            maxW="100vw"
          >
            <img
              src={src}
              alt={description}
              referrerPolicy="no-referrer"
              style={{ maxWidth: '96vw', maxHeight: '92dvh', objectFit: 'contain', display: 'block' }}
            />
            <Dialog.CloseTrigger asChild>
              <IconButton
                label={t.common.close}
                icon={<CloseIcon />}
                className="is-solid"
                onClick={onClose}
              />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
};

import { Panel } from '../../../components/overlays/panel.tsx';
import { ThemeChoice, TypeChoices } from '../../../components/reading/type-choices.tsx';
import { useTexts } from '../../../lib/i18n/language.tsx';
import { readingTexts } from '../../../lib/i18n/texts/articles/reading.ts';

/** Shows the choices of type and colours beside the article, which follows at once. */
export const TypePanel = ({ onClose }: { onClose: () => void }) => {
  const texts = useTexts(readingTexts);
  return (
    <Panel title={texts.type} open onClose={onClose} beside>
      <ThemeChoice />
      <TypeChoices />
    </Panel>
  );
};

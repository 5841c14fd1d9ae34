import { Button } from '@chakra-ui/react/button';
import { Section } from '../../components/page/section.tsx';
import { call } from '../../lib/api/api.ts';
import { useTexts } from '../../lib/i18n/language.tsx';
import { useNotify } from '../../lib/notify.ts';
import { useDeed } from '../../lib/queries/use-deed.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Saves what the reader cares about as a file, which is taken in where files of other readers are. */
export const TasteSettings = () => {
  const texts = useTexts('settings').taste;
  const notify = useNotify();
  const save = useDeed({
    mutationFn: async () =>
      saveFile([JSON.stringify(await call('exportTaste', {}), null, 2)], {
        name: `omomi-taste-${new Date().toISOString().slice(0, 10)}.json`,
        type: 'application/json',
      }),
    onSuccess: () => notify.info(texts.saved),
  });
  return (
    <Section title={texts.title} text={texts.text} name="taste">
      <Button variant="subtle" size="md" disabled={save.isPending} onClick={() => save.mutate()}>
        {texts.save}
      </Button>
    </Section>
  );
};

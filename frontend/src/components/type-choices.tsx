import { useI18n, useTexts } from '../lib/i18n/language.tsx';
import { usePreferences, themeModes } from '../lib/preferences/preferences.tsx';
import { useChangePreferences } from '../lib/preferences/queries.ts';
import { typeOptions } from '../lib/preferences/reading-type.ts';
import { Choice } from './controls/choice.tsx';
import { SettingRow } from './page/section.tsx';

/** The choice of colours: light, dark, sepia, high contrast, or as the system. */
export const ThemeChoice = () => {
  const { t } = useI18n();
  const { theme } = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <SettingRow label={t.settings.theme} name="theme">
      <Choice
        label={t.settings.theme}
        value={theme}
        onChange={(chosen) => change({ theme: chosen })}
        options={themeModes.map((each) => ({ value: each, label: t.settings.themes[each] }))}
      />
    </SettingRow>
  );
};

/** The choices of the type of articles: size, width, face and the space between lines. */
export const TypeChoices = () => {
  const texts = useTexts('reading');
  const chosen = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <>
      <SettingRow label={texts.size} name="text-size">
        <Choice
          label={texts.size}
          value={chosen.text_size}
          onChange={(size) => change({ text_size: size })}
          options={typeOptions.size.map((each) => ({ value: each, label: texts.sizes[each] }))}
        />
      </SettingRow>
      <SettingRow label={texts.width} name="text-width">
        <Choice
          label={texts.width}
          value={chosen.text_width}
          onChange={(width) => change({ text_width: width })}
          options={typeOptions.width.map((each) => ({ value: each, label: texts.widths[each] }))}
        />
      </SettingRow>
      <SettingRow label={texts.face} name="text-face">
        <Choice
          label={texts.face}
          value={chosen.text_face}
          onChange={(face) => change({ text_face: face })}
          options={typeOptions.face.map((each) => ({ value: each, label: texts.faces[each] }))}
        />
      </SettingRow>
      <SettingRow label={texts.spacing} name="text-spacing">
        <Choice
          label={texts.spacing}
          value={chosen.text_spacing}
          onChange={(spacing) => change({ text_spacing: spacing })}
          options={typeOptions.spacing.map((each) => ({ value: each, label: texts.spacings[each] }))}
        />
      </SettingRow>
    </>
  );
};

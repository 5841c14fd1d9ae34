/** The value of a colour in each theme. Sepia and high contrast lie over light, or light and dark. */
const tones = (light: string, dark: string, sepia: string, bright: string, black: string) => ({
  value: { _light: light, _dark: dark, _sepia: sepia, _brightContrast: bright, _darkContrast: black },
});

/** The colours, like paper and ink. The only accent, the vermilion of a seal, marks importance. */
export const colors = {
  bg: {
    DEFAULT: tones('#fbfaf8', '#161513', '#f6ecd9', '#ffffff', '#000000'),
    subtle: tones('#f5f3ee', '#1b1a17', '#f0e4cb', '#ffffff', '#000000'),
    muted: tones('#eeebe4', '#252320', '#eadcbf', '#f2f2f2', '#1a1a1a'),
    emphasized: tones('#e2ddd3', '#322f2b', '#dfcda9', '#dddddd', '#333333'),
    inverted: tones('#24211d', '#efebe4', '#37291a', '#000000', '#ffffff'),
    panel: tones('#fffefc', '#1f1d1b', '#fbf3e4', '#ffffff', '#000000'),
    raised: tones('#fffefc', '#3b3732', '#fbf3e4', '#ffffff', '#333333'),
    error: tones('#faece7', '#2e1813', '#f7dfd0', '#ffffff', '#000000'),
  },
  fg: {
    DEFAULT: tones('#211f1b', '#ece8e0', '#352818', '#000000', '#ffffff'),
    muted: tones('#625d54', '#aea79b', '#5a4932', '#1c1c1c', '#eeeeee'),
    subtle: tones('#6f695e', '#948d81', '#65533b', '#333333', '#dddddd'),
    inverted: tones('#fbfaf8', '#1b1a17', '#fbf3e4', '#ffffff', '#000000'),
    error: tones('#a2351f', '#ee8f78', '#92290f', '#8f0f00', '#ffb3a3'),
  },
  border: {
    DEFAULT: tones('#e6e1d8', '#2d2a27', '#dfceac', '#000000', '#ffffff'),
    muted: tones('#efebe4', '#252320', '#e8dabd', '#555555', '#aaaaaa'),
    subtle: tones('#efebe4', '#252320', '#e8dabd', '#555555', '#aaaaaa'),
    emphasized: tones('#cfc8bb', '#45413b', '#c2ab80', '#000000', '#ffffff'),
    error: tones('#c9543c', '#d9674f', '#b8432b', '#8f0f00', '#ffb3a3'),
  },
  gray: {
    contrast: tones('#fbfaf8', '#1b1a17', '#fbf3e4', '#ffffff', '#000000'),
    fg: tones('#2b2823', '#e6e1d8', '#3a2c1b', '#000000', '#ffffff'),
    subtle: tones('#f1eee8', '#262421', '#ecdfc4', '#f2f2f2', '#1a1a1a'),
    muted: tones('#e6e1d8', '#322f2b', '#e0d0b0', '#dddddd', '#333333'),
    emphasized: tones('#d8d2c6', '#45413b', '#d0bc93', '#bbbbbb', '#555555'),
    solid: tones('#2b2823', '#e9e4db', '#3a2c1b', '#000000', '#ffffff'),
    focusRing: tones('#8a8376', '#8f887c', '#7a6543', '#000000', '#ffffff'),
    border: tones('#e6e1d8', '#45413b', '#dfceac', '#000000', '#ffffff'),
  },
  shu: {
    contrast: tones('#fffaf6', '#1c100c', '#fff6ea', '#ffffff', '#000000'),
    fg: tones('#9f3420', '#ee9781', '#8c2a14', '#8f0f00', '#ffb3a3'),
    subtle: tones('#faeeea', '#2c1a15', '#f3dcc4', '#ffffff', '#000000'),
    muted: tones('#f3dcd4', '#43241c', '#eccbb0', '#ffe1db', '#5a1508'),
    emphasized: tones('#e5b5a7', '#6b3527', '#dda888', '#ffc2b5', '#7d2413'),
    solid: tones('#b23a24', '#dd6d54', '#a5331d', '#8f0f00', '#ffb3a3'),
    focusRing: tones('#b23a24', '#dd6d54', '#a5331d', '#8f0f00', '#ffb3a3'),
    border: tones('#e5b5a7', '#6b3527', '#d9a684', '#8f0f00', '#ffb3a3'),
  },
};

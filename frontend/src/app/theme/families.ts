/** A face that most machines of some kind have, beside which the page's own is as wide. */
type NearFace = {
  /** Its name in the style sheet. */
  name: string;
  /** The full names of faces whose letters are equally wide, regular and bold. */
  regular: readonly string[];
  bold: readonly string[];
  /** The mean width of a letter in ems, regular and bold. */
  widths: readonly [number, number];
};

type Family = {
  name: string;
  /** The part of its package's name that names the typeface. */
  typeface: string;
  /** The size at which its letters are drawn, in percent of their own. */
  sizeAdjust: number;
  /** The height above and the depth below the line on which letters stand, in ems of what is drawn. */
  ascent: number;
  descent: number;
  /** The mean width of a letter in ems before the size is adjusted, of weight 400 and 600. */
  widths: readonly [number, number];
  /** Faces of the reader's machine that stand in until the page's own is loaded. The first that is there is used. */
  near: readonly NearFace[];
};

/*
 * The widths are those of 40,000 letters of English prose, measured in Chromium with Liberation Sans and Serif (as wide as
 * Arial and Times) and DejaVu Sans and Serif (the former as wide as Verdana). Those of the other faces are in proportion to
 * these by `xWidthAvg` of @capsizecss/metrics 4.3.0. `e2e/type.test.ts` shows that the page's own move nothing.
 */

/**
 * The type of everything but the text of articles. Source Sans has small letters for its size, so it is drawn larger: as wide as
 * Arial, and as high as the Latin letters beside Japanese.
 */
export const sansFamily: Family = {
  name: 'Omomi Sans',
  typeface: 'source-sans-3',
  sizeAdjust: 107,
  ascent: 0.95,
  descent: 0.25,
  widths: [0.4054, 0.4176],
  near: [
    {
      name: 'Near Arial',
      regular: ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Helvetica'],
      bold: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold', 'Helvetica Bold'],
      widths: [0.4367, 0.4694],
    },
    {
      name: 'Near Roboto',
      regular: ['Roboto', 'Roboto-Regular'],
      bold: ['Roboto Bold', 'Roboto-Bold'],
      widths: [0.4357, 0.4425],
    },
    {
      name: 'Near DejaVu Sans',
      regular: ['DejaVu Sans', 'Verdana'],
      bold: ['DejaVu Sans Bold', 'Verdana Bold'],
      widths: [0.4978, 0.5633],
    },
    {
      name: 'Near Noto Sans',
      regular: ['Noto Sans', 'NotoSans-Regular', 'Noto Sans Regular'],
      bold: ['Noto Sans Bold', 'NotoSans-Bold'],
      widths: [0.4643, 0.4921],
    },
  ],
};

/** The type of articles' texts, and of the headlines of the magazine. */
export const serifFamily: Family = {
  name: 'Omomi Serif',
  typeface: 'source-serif-4',
  sizeAdjust: 100,
  ascent: 1.036,
  descent: 0.335,
  widths: [0.4626, 0.4693],
  near: [
    {
      name: 'Near Georgia',
      regular: ['Georgia', 'Gelasio', 'Gelasio Regular'],
      bold: ['Georgia Bold', 'Georgia-Bold', 'Gelasio Bold'],
      widths: [0.4315, 0.5018],
    },
    {
      name: 'Near Times',
      regular: ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif', 'Tinos', 'Times'],
      bold: [
        'Times New Roman Bold',
        'TimesNewRomanPS-BoldMT',
        'Liberation Serif Bold',
        'Tinos Bold',
        'Times Bold',
      ],
      widths: [0.3936, 0.4176],
    },
    {
      name: 'Near DejaVu Serif',
      regular: ['DejaVu Serif'],
      bold: ['DejaVu Serif Bold'],
      widths: [0.5036, 0.5559],
    },
    {
      name: 'Near Noto Serif',
      regular: ['Noto Serif', 'NotoSerif-Regular', 'Noto Serif Regular'],
      bold: ['Noto Serif Bold', 'NotoSerif-Bold'],
      widths: [0.4656, 0.495],
    },
  ],
};

/** The system's faces for languages whose letters differ in shape where Unicode has one for all: with and without serifs. */
export const facesOfLanguages = {
  ja: {
    sans: [
      'Hiragino Sans',
      'Hiragino Kaku Gothic ProN',
      'Yu Gothic UI',
      'Meiryo',
      'Noto Sans JP',
      'Noto Sans CJK JP',
    ],
    serif: ['Hiragino Mincho ProN', 'Yu Mincho', 'Noto Serif JP', 'Noto Serif CJK JP'],
  },
  'zh-Hans': {
    sans: ['PingFang SC', 'Microsoft YaHei UI', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC'],
    serif: ['Songti SC', 'Noto Serif SC', 'Noto Serif CJK SC', 'SimSun'],
  },
  'zh-Hant': {
    sans: ['PingFang TC', 'Microsoft JhengHei UI', 'Microsoft JhengHei', 'Noto Sans TC', 'Noto Sans CJK TC'],
    serif: ['Songti TC', 'Noto Serif TC', 'Noto Serif CJK TC', 'PMingLiU'],
  },
  ko: {
    sans: ['Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR'],
    serif: ['AppleMyungjo', 'Noto Serif KR', 'Noto Serif CJK KR', 'Batang'],
  },
} as const;

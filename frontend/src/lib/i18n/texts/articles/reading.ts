import type { Texts } from '../../languages.ts';
import { wholeNumber } from '../../counted.ts';

const howMany = (n: number | null): string => {
  if (n === null) return 'all';
  return n === 1 ? 'the one' : `the ${wholeNumber(n)}`;
};

const en = {
  type: 'Type and colours',
  typeOfArticles: 'Type of articles',
  size: 'Size',
  sizes: { small: 'Small', medium: 'Medium', large: 'Large', largest: 'Largest' },
  width: 'Width',
  widths: { narrow: 'Narrow', medium: 'Medium', wide: 'Wide' },
  face: 'Face',
  faces: { auto: 'Automatic', serif: 'Serif', sans: 'Sans', system: 'System' },
  spacing: 'Lines',
  spacings: { tight: 'Tight', medium: 'Medium', loose: 'Loose' },
  enlarge: (description: string): string =>
    description === '' ? 'Show the picture larger' : `Show larger: ${description}`,
  picture: 'Picture',
  table: 'Table, scrolls sideways',
  code: 'Code, scrolls sideways',
  note: 'Footnote',
  closeNote: 'Close the footnote',
  play: (provider: string): string => `Play the video from ${provider}`,
  playing: (title: string, provider: string): string => `${title} (video from ${provider})`,
  playHint: (provider: string): string => `${provider} then learns that you watch it.`,
  providers: { youtube: 'YouTube', vimeo: 'Vimeo' },
  atProvider: (provider: string): string => `Watch at ${provider}`,
  audio: (name: string): string => `Sound: ${name}`,
  video: (name: string): string => `Film: ${name}`,
  speed: 'Speed',
  back: '15 seconds back',
  forth: '30 seconds on',
  resumed: (time: string): string => `You were at ${time}; it goes on there.`,
  failed: 'This recording could not be played here.',
  download: 'Open the file',
  copyLink: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'The link could not be copied. Your browser allows that on https only.',
  share: 'Share',
  keepUnread: 'Keep unread',
  actions: 'What to do with this article',
  more: 'More for this article',
  /** The number is null if the list was not loaded to its end. */
  markSide: {
    above: (n: number | null): string => (n === 0 ? 'Nothing unread above' : `Mark ${howMany(n)} above read`),
    below: (n: number | null): string => (n === 0 ? 'Nothing unread below' : `Mark ${howMany(n)} below read`),
  },
  loadingBelow: 'Loading the rest of the list, to mark it.',
  leftBelow: 'Nothing was marked, because the list was left before all of it was loaded.',
};

const ja: typeof en = {
  type: '文字と配色',
  typeOfArticles: '記事の文字',
  size: '文字の大きさ',
  sizes: { small: '小', medium: '中', large: '大', largest: '特大' },
  width: '幅',
  widths: { narrow: '狭い', medium: '標準', wide: '広い' },
  face: '書体',
  faces: { auto: '自動', serif: '明朝', sans: 'ゴシック', system: 'システム' },
  spacing: '行間',
  spacings: { tight: '狭い', medium: '標準', loose: '広い' },
  enlarge: (description) => (description === '' ? '画像を大きく表示する' : `大きく表示する：${description}`),
  picture: '画像',
  table: '表（横にスクロールできます）',
  code: 'コード（横にスクロールできます）',
  note: '脚注',
  closeNote: '脚注を閉じる',
  play: (provider) => `${provider} の動画を再生する`,
  playing: (title, provider) => `${title}（${provider} の動画）`,
  playHint: (provider) => `再生すると、視聴したことが ${provider} に伝わります。`,
  providers: { youtube: 'YouTube', vimeo: 'Vimeo' },
  atProvider: (provider) => `${provider} で見る`,
  audio: (name) => `音声：${name}`,
  video: (name) => `動画：${name}`,
  speed: '速度',
  back: '15 秒戻る',
  forth: '30 秒進む',
  resumed: (time) => `前回の続き（${time}）から再生します。`,
  failed: 'この音声・動画は再生できませんでした。',
  download: 'ファイルを開く',
  copyLink: 'リンクをコピー',
  copied: 'コピーしました',
  copyFailed: 'リンクをコピーできませんでした。コピーは https でのみ使えます。',
  share: '共有',
  keepUnread: '未読のままにする',
  actions: 'この記事の操作',
  more: 'この記事のその他の操作',
  markSide: {
    above: (n) =>
      n === 0
        ? '上に未読はありません'
        : `これより上の${n === null ? 'すべて' : ` ${wholeNumber(n)} 件`}を既読にする`,
    below: (n) =>
      n === 0
        ? '下に未読はありません'
        : `これより下の${n === null ? 'すべて' : ` ${wholeNumber(n)} 件`}を既読にする`,
  },
  loadingBelow: '一覧の残りを読み込んでから既読にします。',
  leftBelow: '読み込みが終わる前に一覧を離れたため、既読にしませんでした。',
};

export const readingTexts: Texts<typeof en> = { en, ja };

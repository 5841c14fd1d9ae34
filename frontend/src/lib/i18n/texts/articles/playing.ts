import type { Texts } from '../../languages.ts';

const en = {
  label: 'Playing',
  play: 'Play',
  pause: 'Pause',
  back: '15 seconds back',
  forth: '30 seconds on',
  end: 'End and close',
};

const ja: typeof en = {
  label: '再生中',
  play: '再生',
  pause: '一時停止',
  back: '15 秒戻る',
  forth: '30 秒進む',
  end: '終了して閉じる',
};

export const playingTexts: Texts<typeof en> = { en, ja };

import type { Texts } from '../../languages.ts';

const en = {
  learns: 'Omomi now learns from what you like, save and read. It stays private to you.',
  undone: 'Omomi no longer learns, and has forgotten your opinion.',
};

const ja: typeof en = {
  learns: '評価・保存・閲覧した記事から学び始めました。ほかの人には見えません。',
  undone: '学習をオフにし、評価を消しました。',
};

export const opinionTexts: Texts<typeof en> = { en, ja };

import type { SignInError } from '@omomi/backend/contract';
import type { Texts } from '../languages.ts';

type Help = { title: string; what: string; todo: string };

const problemsEn: Record<SignInError, Help> = {
  login_expired: {
    title: 'That took too long',
    what: 'This sign-in was begun too long ago, in another browser, or was already used.',
    todo: 'Sign in again from here.',
  },
  unknown_provider: {
    title: 'No such provider',
    what: 'The link asked for a provider that this Omomi does not know.',
    todo: 'Choose one of those below.',
  },
  cancelled: {
    title: 'You cancelled',
    what: 'The provider was told not to let Omomi know who you are.',
    todo: 'Sign in again if that was not meant. Omomi only asks for your name and e-mail address.',
  },
  sign_in_failed: {
    title: 'Sign-in failed',
    what: 'The answer of the provider could not be trusted, so nobody was signed in.',
    todo: 'Try again. If it keeps failing, tell the owner of this Omomi: its sign-in may be set up wrong.',
  },
  provider_unavailable: {
    title: 'The provider does not answer',
    what: 'Omomi could not reach the provider to check who you are.',
    todo: 'Try again in a few minutes, or with another provider.',
  },
  email_unverified: {
    title: 'Your e-mail address is not verified',
    what: 'The provider has not made sure yet that the address is yours.',
    todo: 'Confirm the address there (look for its message in your mail), then sign in again.',
  },
  not_allowed: {
    title: 'You are not on the list',
    what: 'Only invited readers may use this Omomi, and your e-mail address is not among them.',
    todo: 'Ask its owner to add you, or sign in with another address.',
  },
  leaving: {
    title: 'This account is being deleted',
    what: 'You asked for it, and it takes a little while.',
    todo: 'If you want to begin anew, sign in again later.',
  },
  other_reader: {
    title: 'That was somebody else',
    what: 'To link an account you sign in again with your own first, and this was another reader’s. Nothing was linked.',
    todo: 'Go back to your account and try again with the account you use here.',
  },
  identity_taken: {
    title: 'This account belongs to another reader',
    what: 'It already signs somebody in here, so it cannot be linked to you.',
    todo: 'Link another account, or unlink it there first.',
  },
  rate_limited: {
    title: 'Too many attempts',
    what: 'There were more sign-ins from here than Omomi takes in a short time.',
    todo: 'Wait a few minutes, then sign in again.',
  },
};

const en = {
  title: 'Sign in to Omomi',
  lead: 'A quiet place to read: what matters to you on top, and why.',
  with: (provider: string): string => `Continue with ${provider}`,
  none: 'This Omomi has no way to sign in yet. Its owner has to set one up.',
  loadFailed: 'The ways to sign in could not be loaded.',
  toAccount: 'Back to your account',
  unknown: {
    title: 'Sign-in failed',
    what: 'Something went wrong on the way.',
    todo: 'Try again.',
  },
  problems: problemsEn,
};

const problemsJa: Record<SignInError, Help> = {
  login_expired: {
    title: '時間が経ちすぎました',
    what: 'このサインインは、始めてから時間が経ったか、別のブラウザーで始められたか、すでに使われています。',
    todo: 'ここからもう一度サインインしてください。',
  },
  unknown_provider: {
    title: '未対応のサービスです',
    what: 'この Omomi では使えないサインイン先が指定されました。',
    todo: '下から選んでください。',
  },
  cancelled: {
    title: 'キャンセルされました',
    what: 'サインイン先で、Omomi への情報提供が許可されませんでした。',
    todo: '意図したものでなければ、もう一度サインインしてください。Omomi が尋ねるのは名前とメールアドレスだけです。',
  },
  sign_in_failed: {
    title: 'サインインできませんでした',
    what: 'サインイン先からの応答を確認できなかったため、中止しました。',
    todo: 'もう一度お試しください。続くようなら、この Omomi の管理者に設定の確認を頼んでください。',
  },
  provider_unavailable: {
    title: 'サインイン先が応答しません',
    what: '本人確認のための接続ができませんでした。',
    todo: '数分待つか、別のサインイン先でお試しください。',
  },
  email_unverified: {
    title: 'メールアドレスが未確認です',
    what: 'サインイン先で、メールアドレスの確認がまだ済んでいません。',
    todo: '届いている確認メールで手続きを済ませてから、もう一度サインインしてください。',
  },
  not_allowed: {
    title: '利用者として登録されていません',
    what: 'この Omomi は招待された人だけが使えます。あなたのメールアドレスは登録されていません。',
    todo: '管理者に追加を頼むか、別のアドレスでサインインしてください。',
  },
  leaving: {
    title: 'アカウントを削除しています',
    what: '退会の手続きが進んでいます。完了まで少し時間がかかります。',
    todo: 'あらためて使いはじめる場合は、しばらくしてからサインインしてください。',
  },
  other_reader: {
    title: '別の利用者のアカウントです',
    what: '連携するには、まず自分のアカウントでサインインし直しますが、別の人のものでした。連携はしていません。',
    todo: 'アカウントの画面に戻り、いつものアカウントでやり直してください。',
  },
  identity_taken: {
    title: 'すでに使われているアカウントです',
    what: '別の利用者のサインインに使われているため、連携できません。',
    todo: '別のアカウントを連携するか、先にそちらで連携を解除してください。',
  },
  rate_limited: {
    title: '試行回数が多すぎます',
    what: '短い時間に、サインインが何度も試みられました。',
    todo: '数分待ってから、もう一度サインインしてください。',
  },
};

const ja: typeof en = {
  title: 'Omomi にサインイン',
  lead: '大切なものが、理由とともに上に並ぶ。静かに読むための場所です。',
  with: (provider) => `${provider} で続ける`,
  none: 'この Omomi にはサインインの方法がまだありません。管理者による設定が必要です。',
  loadFailed: 'サインインの方法を読み込めませんでした。',
  toAccount: 'アカウントの画面に戻る',
  unknown: {
    title: 'サインインできませんでした',
    what: '途中で問題が起きました。',
    todo: 'もう一度お試しください。',
  },
  problems: problemsJa,
};

export const signInTexts: Texts<typeof en> = { en, ja };

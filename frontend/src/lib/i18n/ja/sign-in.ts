import type { SignInError } from '@omomi/backend/contract';
import type { LaterTexts } from '../en/later.ts';

type Help = { title: string; what: string; todo: string };

const problems: Record<SignInError, Help> = {
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

export const signIn: LaterTexts['signIn'] = {
  title: 'Omomi にサインイン',
  lead: '大切なものが、理由とともに上に並ぶ。静かに読むための場所です。',
  with: (provider) => `${provider} で続ける`,
  none: 'この Omomi にはサインインの方法がまだありません。管理者による設定が必要です。',
  byProxy:
    'この Omomi では前段のプロキシがサインインを受け持ちますが、あなたが誰かを伝えてきませんでした。続くようなら管理者に知らせてください。プロキシのアドレスかヘッダーの設定が違うのかもしれません。',
  throughProxy: 'もう一度試す',
  loadFailed: 'サインインの方法を読み込めませんでした。',
  toAccount: 'アカウントの画面に戻る',
  unknown: {
    title: 'サインインできませんでした',
    what: '途中で問題が起きました。',
    todo: 'もう一度お試しください。',
  },
  problems: problems,
};

export const ownWays: LaterTexts['ownWays'] = {
  name: '名前',
  password: 'パスワード',
  newPassword: '新しいパスワード',
  presentPassword: '今のパスワード',
  signIn: 'サインイン',
  passkey: 'パスキーでサインイン',
  cancelled: {
    what: 'パスキーは使われませんでした。',
    todo: 'もう一度試すか、パスワードを使ってください。この端末にはパスキーがないのかもしれません。',
  },
  notMade: {
    what: 'パスキーは作られませんでした。',
    todo: 'もう一度試すか、パスワードを使ってください。この端末ではパスキーを保管できないのかもしれません。',
  },
  alreadyMade: {
    what: 'この端末には、この Omomi のパスキーがすでにあります。',
    todo: 'ここではそのパスキーでサインインできます。2つ目は別の端末で作ってください。',
  },
  unknownPasskey: {
    what: 'このパスキーは、この Omomi に登録されていません。',
    todo: '削除されたのかもしれません。別のパスキーかパスワードを使ってください。',
  },
  wrongPresent: { what: '今のパスワードが違います。', todo: '確かめて、もう一度お試しください。' },
  passkeysNeed: {
    https: 'パスキーは、https で始まるアドレスでだけ使えます。',
    name: 'パスキーは、reader.example や localhost のような名前のアドレスでだけ使えます。',
  },
  forgotten:
    'サインインできなくなったときは、管理者がサーバーで新しいリンクを作れます。1つ目のコマンド、クローンでは2つ目のコマンドを使います。',
  yourName: '名前',
  notHttps: {
    title: 'https のアドレスではありません',
    text: 'ブラウザーがサインインの状態を保存できないため、サインインできません。https で開くか、ほかの人が通信を見られないネットワークなら、サーバーで ALLOW_HTTP=on を設定してください。',
  },
  plain:
    'https のアドレスではないため、同じネットワークの人にパスワードや読んでいる内容を見られるおそれがあります。',
  invitation: {
    titles: {
      owner: 'Omomi へようこそ',
      reader: 'Omomi に招待されています',
      recover: 'もう一度サインイン',
    },
    leads: {
      owner: 'あなたが管理者になります。名前とサインインの方法を選んでください。',
      reader: '名前とサインインの方法を選んでください。',
      recover: (name) =>
        `${name} さん、これからのサインインの方法を選んでください。ほかの端末はすべてサインアウトします。`,
    },
    failed: 'このリンクは使えません',
    notWhole: {
      what: 'リンクの一部が欠けています。',
      todo: '受け取ったリンクをもう一度開いてください。このページを再読み込みすると、リンクの末尾が失われます。',
    },
    withPasskey: 'パスキーで続ける',
    passkeyText: '端末が保管するので、覚える必要がなく、推測されることもありません。',
    withPassword: 'パスワードで続ける',
    rule: '12文字以上。いくつかの単語を並べると、覚えやすく推測されにくくなります。',
    badPassword: {
      what: 'このパスワードは短すぎるか、推測されやすいものです。',
      todo: '互いに関係のない単語をいくつか並べて、12文字以上にしてください。',
    },
    toSignIn: 'サインインの画面へ',
    notUsed: 'このリンクはまだ使用されていないので、そのあとで使えます。',
  },
  account: {
    passwordOf: (name) => `${name} のパスワード`,
    passkeyOf: (name) => `パスキー: ${name}`,
    proxyOf: (name) => `${name}（前段のプロキシによる認証）`,
    setPassword: 'パスワードを設定',
    changePassword: 'パスワードを変更',
    changeText: 'ほかの端末はすべてサインアウトします。',
    changed: 'パスワードを設定し、ほかの端末をすべてサインアウトしました。',
    addPasskey: 'パスキーを追加',
    passkeyName: 'パスキーの名前',
    passkeyHint: '見分けるための名前です。例: スマートフォン',
    added: 'パスキーを追加しました。',
    remove: '削除',
    removeOf: (name) => `${name} を削除`,
    removeTitle: (name) => `${name} を削除しますか？`,
    invite: '利用者を招待',
    inviteText:
      'リンクを渡すと、1人がパスキーかパスワードで利用を始められます。使えるのは1回だけ、期限は1日です。',
    makeLink: 'リンクを作成',
    link: 'リンク',
  },
};

import type { Texts } from '../languages.ts';

const en = {
  name: 'Name',
  password: 'Password',
  newPassword: 'New password',
  presentPassword: 'Present password',
  signIn: 'Sign in',
  passkey: 'Sign in with a passkey',
  or: 'or',
  cancelled: {
    what: 'No passkey was used.',
    todo: 'Try again, or use a password. This device may have no passkey for this Omomi.',
  },
  wrong: { what: 'That does not fit.', todo: 'Check the name and the password.' },
  forgotten: 'Lost every way in? The owner can make a new link on the server: npm run invite -- --for <name>',
  notHttps: {
    title: 'This address is not https',
    text: 'Browsers keep no session here, so nobody can sign in. Open Omomi by https, or set ALLOW_HTTP=on on the server if nobody else can listen in this network.',
  },
  plain: 'This address is not https: others in this network can read your password and what you read.',
  invitation: {
    titles: {
      owner: 'Welcome to your Omomi',
      reader: 'You are invited to Omomi',
      recover: 'Sign in again',
    },
    leads: {
      owner: 'You become its owner. Choose a name, and how you want to sign in.',
      reader: 'Choose a name, and how you want to sign in.',
      recover: (name: string): string =>
        `Choose how you want to sign in from now on, ${name}. Every device is signed out.`,
    },
    failed: 'This link does not work',
    withPasskey: 'Continue with a passkey',
    passkeyText: 'Your device keeps it: nothing to remember, and nothing that can be guessed.',
    withPassword: 'Continue with a password',
    rule: 'At least 12 characters. Several words are easy to remember and hard to guess.',
    badPassword: {
      what: 'This password is too short or easily guessed.',
      todo: 'Take 12 characters or more: several words that belong to nothing.',
    },
    toSignIn: 'To the sign-in page',
    thisDevice: 'This device',
  },
  account: {
    passwordOf: (name: string): string => `Password of ${name}`,
    passkeyOf: (name: string): string => `Passkey: ${name}`,
    proxyOf: (name: string): string => `${name}, by the proxy before this Omomi`,
    setPassword: 'Set a password',
    changePassword: 'Change the password',
    changeText: 'Every other device is signed out.',
    changed: 'The password is set. Every other device is signed out.',
    addPasskey: 'Add a passkey',
    passkeyName: 'Name of the passkey',
    passkeyHint: 'So that you know it again, for example “phone”.',
    added: 'The passkey is added.',
    remove: 'Remove',
    removeOf: (name: string): string => `Remove ${name}`,
    removeTitle: (name: string): string => `Remove ${name}?`,
    invite: 'Invite a reader',
    inviteText: 'A link lets one person in, with a passkey or a password. It works once, for a day.',
    makeLink: 'Make a link',
    link: 'The link',
  },
};

const ja: typeof en = {
  name: '名前',
  password: 'パスワード',
  newPassword: '新しいパスワード',
  presentPassword: '今のパスワード',
  signIn: 'サインイン',
  passkey: 'パスキーでサインイン',
  or: 'または',
  cancelled: {
    what: 'パスキーは使われませんでした。',
    todo: 'もう一度試すか、パスワードを使ってください。この端末にはパスキーがないのかもしれません。',
  },
  wrong: { what: '名前とパスワードが一致しません。', todo: '入力内容を確かめてください。' },
  forgotten:
    'サインインできなくなったときは、管理者がサーバーで新しいリンクを作れます: npm run invite -- --for <名前>',
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
    withPasskey: 'パスキーで続ける',
    passkeyText: '端末が保管するので、覚える必要がなく、推測されることもありません。',
    withPassword: 'パスワードで続ける',
    rule: '12 文字以上。いくつかの単語を並べると、覚えやすく推測されにくくなります。',
    badPassword: {
      what: 'このパスワードは短すぎるか、推測されやすいものです。',
      todo: '互いに関係のない単語をいくつか並べて、12 文字以上にしてください。',
    },
    toSignIn: 'サインインの画面へ',
    thisDevice: 'この端末',
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
    removeTitle: (name) => `${name} を削除しますか?`,
    invite: '利用者を招待',
    inviteText:
      'リンクを渡すと、1 人がパスキーかパスワードで利用を始められます。使えるのは 1 回だけ、期限は 1 日です。',
    makeLink: 'リンクを作成',
    link: 'リンク',
  },
};

export const ownWaysTexts: Texts<typeof en> = { en, ja };

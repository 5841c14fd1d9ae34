import type { LaterTexts } from '../en/later.ts';

export const ownWays: LaterTexts['ownWays'] = {
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
    rule: '12文字以上。いくつかの単語を並べると、覚えやすく推測されにくくなります。',
    badPassword: {
      what: 'このパスワードは短すぎるか、推測されやすいものです。',
      todo: '互いに関係のない単語をいくつか並べて、12文字以上にしてください。',
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
    removeTitle: (name) => `${name} を削除しますか？`,
    invite: '利用者を招待',
    inviteText:
      'リンクを渡すと、1人がパスキーかパスワードで利用を始められます。使えるのは1回だけ、期限は1日です。',
    makeLink: 'リンクを作成',
    link: 'リンク',
  },
};

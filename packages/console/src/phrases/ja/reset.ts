import type { FurtherPhrases } from '../language-pack.ts'

export const reset: FurtherPhrases['reset'] = {
  title: 'パスワードの再設定',
  hint: 'アカウントのメールアドレスを入力してください。30分間有効なリンクを送ります。',
  submit: 'リンクを送信',
  againIn: '{{seconds}}秒後に再送信可',
  sent: 'このアドレスのアカウントがあれば、まもなくメールが届きます。',
  confirmHint: 'アドレス{{email}}のアカウントのパスワードを新しくします。すべてのセッションが終了します。',
  confirm: 'パスワードを再設定',
  newPassword: '新しいパスワード：',
  keep: '控えておいてください。表示されるのは一度だけです。サインイン後に変更できます。',
  again: 'リンクを再請求',
  incomplete: 'リンクが不完全です。メールのとおりに開くか、再請求してください。',
}

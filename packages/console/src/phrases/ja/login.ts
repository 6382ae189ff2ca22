import type { FurtherPhrases } from '../language-pack.ts'

export const login: FurtherPhrases['login'] = {
  title: 'サインイン',
  username: 'ユーザー名またはメール',
  password: 'パスワード',
  submit: 'サインイン',
  bothNeeded: 'ユーザー名とパスワードを入力してください',
  expired: 'サインインしていないか、セッションの有効期限が切れています。もう一度サインインしてください。',
  toRegister: 'アカウントを登録',
  toReset: 'パスワードをお忘れですか？',
  success: 'サインインしました！',
  passwordOff: '運営者がパスワードでのサインインを無効にしています。',
  agreement: 'サイトの規約',
  agreementHint: 'このサイトの現在の規約に同意すると、サインインできます。',
  secondStep: '2段階目の認証',
  secondStepHint: '認証アプリの6桁の数字、またはリカバリーコードを入力してください。',
  back: 'パスワードに戻る',
  passkey: 'パスキーでサインイン',
  defaultPassword: '初期パスワードを使用しています！すぐに変更してください！',
  defaultPasswordHint: 'このソフトウェアを知る人は誰でも、このパスワードを知っています。',
}

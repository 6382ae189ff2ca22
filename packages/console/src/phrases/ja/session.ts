import type { FurtherPhrases } from '../language-pack.ts'

export const session: FurtherPhrases['session'] = {
  noEntry: 'このページは管理者専用です',
  noEntryForAdmins: 'このページは最高管理者専用です',
  noEntryHint: 'お使いのアカウントには必要なロールがありません。必要だと思われる場合は、運営者にお問い合わせください。',
  noRight: 'このページには権限「{{right}}」が必要です',
  noRightHint: 'この権限がありません。最高管理者が付与できます。',
  backToConsole: 'コンソールに戻る',
  statusUnreachable: 'サーバーに接続できません',
  statusUnreachableHint: 'ゲートウェイが応答しません。接続を確認するか、起動中の場合はしばらくお待ちください。',
  statusFailed: '状態を読み込めませんでした',
  retry: '再試行',
  again: {
    title: 'セッションが終了しました',
    hint: '{{name}}としてサインインして続けてください。このページの内容は失われません。',
    submit: 'サインインして続ける',
    other: '別の方法でサインイン',
  },
}

import type { FurtherPhrases } from '../language-pack.ts'

export const call: FurtherPhrases['call'] = {
  expired: 'サインインしていないか、セッションの有効期限が切れています。もう一度サインインしてください',
  tooManyRequests: 'リクエストが多すぎます。しばらくしてからもう一度お試しください',
  internal: 'サーバー内部エラーです。管理者にお問い合わせください',
  demoSite: 'このサイトはデモ専用で、サーバーはありません',
  other: 'エラー：{{message}}',
  failed: '処理に失敗しました',
  unreachable: 'サーバーに接続できません',
}

import type { FurtherPhrases } from '../language-pack.ts'

export const unsubscribe: FurtherPhrases['unsubscribe'] = {
  title: '配信停止',
  hint: 'このサイトのメッセージはメールで届かなくなります。確認コード、パスワードの再設定、警告は引き続き届きます。',
  do: '配信を停止する',
  done: '停止しました。メッセージはメールで届きません。',
  toProfile: 'プロフィールで変更',
}

import type { fields as en } from '../en/fields.ts'

export const fields: Record<keyof typeof en, string> = {
  name: '名前',
  quota: 'クォータ',
  count: '個数',
  status: '状態',
  key: 'キー',
  username: 'ユーザー名',
  password: 'パスワード',
  display_name: '表示名',
  email: 'メールアドレス',
  group: 'グループ',
  models: 'モデル',
  priority: '優先度',
  weight: '重み',
  tag: 'タグ',
  remain_quota: 'クォータ',
  expired_time: '有効期限',
  amount: '金額',
}

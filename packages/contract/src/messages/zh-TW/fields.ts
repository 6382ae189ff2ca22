import type { fields as en } from '../en/fields.ts'

export const fields: Record<keyof typeof en, string> = {
  name: '名稱',
  quota: '額度',
  count: '數量',
  status: '狀態',
  key: '金鑰',
  username: '使用者名稱',
  password: '密碼',
  display_name: '顯示名稱',
  email: '電子郵件地址',
  group: '群組',
  models: '模型',
  priority: '優先順序',
  weight: '權重',
  tag: '標籤',
  remain_quota: '額度',
  expired_time: '過期時間',
  amount: '數額',
}

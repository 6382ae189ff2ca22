import type { FurtherPhrases } from '../language-pack.ts'

export const limits: FurtherPhrases['limits'] = {
  period: '週期額度',
  periodHint: '與餘額同時生效；依 UTC 計算，每週從週一開始。呼叫計入其開始時所在的週期。',
  none: '不限制',
  periods: { day: '每天', week: '每週', month: '每月' },
  quota: '每週期額度',
  quotaRequired: '請輸入大於 0 的額度',
  used: '已用 {{used}}，共 {{limit}}；{{renews}} 重新開始',
  short: { day: '每天', week: '每週', month: '每月' },
  channel: '限額',
  channelHint: '在所有節點間合併統計。已滿的管道會被跳過；全部已滿時呼叫端收到 429。0 表示不限制。',
  concurrency_limit: '同時呼叫數',
  rpm_limit: '每分鐘呼叫數',
  tpm_limit: '每分鐘 token 數',
  settingInvalid: '下方的設定不是有效的 JSON',
}

import type { limits as words } from '../en/limits.ts'

export const limits: typeof words = {
  period: '周期额度',
  periodHint: '与余额同时生效；按 UTC 计算，每周从周一开始。调用计入其开始时所在的周期。',
  none: '不限制',
  periods: { day: '每天', week: '每周', month: '每月' },
  quota: '每周期额度',
  quotaRequired: '请输入大于 0 的额度',
  used: '已用 {{used}}，共 {{limit}}；{{renews}} 重新开始',
  short: { day: '每天', week: '每周', month: '每月' },
  channel: '限额',
  channelHint: '在所有节点间合并统计。已满的渠道会被跳过；全部已满时调用方收到 429。0 表示不限制。',
  concurrency_limit: '并发调用数',
  rpm_limit: '每分钟调用数',
  tpm_limit: '每分钟 token 数',
  settingInvalid: '下方的设置不是有效的 JSON',
}

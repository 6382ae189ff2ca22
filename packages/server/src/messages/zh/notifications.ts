import type { NoticeSentences } from '../sentences.ts'

export const notifications: NoticeSentences = {
  quotaWarning: {
    title: '您的额度即将用尽',
    content: '您的额度即将用尽，当前剩余额度为 {{value}}。为了不影响您的使用，请及时充值。\n充值链接：{{value}}',
  },
}

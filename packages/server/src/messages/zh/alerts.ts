import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: '测试告警', text: '这是一条测试消息，没有任何问题。' },
  rules: {
    channel_down: {
      title: '渠道 {id}（{name}）不可用',
      text: '渠道 {id}（{name}）不再接收调用：已被自动禁用，或持续失败。',
      over: '渠道 {id}（{name}）已恢复，或不再使用。',
    },
    wallet_low: {
      title: '渠道 {id}（{name}）余额不足',
      text: '渠道 {id}（{name}）在上游剩余 {balance} 美元，低于 {least}。',
      over: '渠道 {id}（{name}）余额已充足。',
    },
    error_rate: {
      title: '大量调用失败',
      text: '最近 {minutes} 分钟内 {percent} % 的调用在上游失败：{all} 次中的 {failed} 次。',
      over: '失败的调用已减少。',
    },
    books_wrong: {
      title: '账目不平',
      text: '每日核对发现 {count} 处差异。请运行审计查看。',
      over: '账目已平。',
    },
    job_failed: {
      title: '任务 {name} 失败',
      text: '后台任务 {name} 上一次运行失败：{error}',
      over: '后台任务 {name} 已恢复正常。',
    },
  },
}

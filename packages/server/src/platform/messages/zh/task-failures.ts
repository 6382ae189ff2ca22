import type { TaskFailureSentences } from '../sentences.ts'

export const taskFailures: TaskFailureSentences = {
  timed_out: '耗时过长',
  channel_gone: '执行任务的渠道已不存在',
  not_taken: '上游未接受任务',
  failed: '上游表示任务失败',
  not_understood: '无法理解上游对任务的回复',
  said: '上游对任务的说明：{words}',
}

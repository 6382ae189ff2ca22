import type { TaskFailureSentences } from '../sentences.ts'

export const taskFailures: TaskFailureSentences = {
  timed_out: '耗時過長',
  channel_gone: '執行任務的管道已不存在',
  not_taken: '上游未接受任務',
  failed: '上游表示任務失敗',
  not_understood: '無法理解上游對任務的回覆',
  said: '上游對任務的說明：{words}',
}

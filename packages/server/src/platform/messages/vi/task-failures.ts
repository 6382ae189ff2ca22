import type { TaskFailureSentences } from '../sentences.ts'

export const taskFailures: TaskFailureSentences = {
  timed_out: 'Mất quá nhiều thời gian',
  channel_gone: 'Kênh chạy tác vụ không còn tồn tại',
  not_taken: 'Upstream không nhận tác vụ',
  failed: 'Upstream báo tác vụ thất bại',
  not_understood: 'Không hiểu được câu trả lời của upstream về tác vụ',
  said: 'Upstream báo về tác vụ: {words}',
}

import type { TaskFailureSentences } from '../sentences.ts'

export const taskFailures: TaskFailureSentences = {
  timed_out: 'Заняла слишком много времени',
  channel_gone: 'Канала, на котором она выполнялась, больше нет',
  not_taken: 'Поставщик не принял задачу',
  failed: 'Поставщик сообщает, что задача не удалась',
  not_understood: 'Ответы поставщика о задаче непонятны',
  said: 'Поставщик сообщает о задаче: {words}',
}

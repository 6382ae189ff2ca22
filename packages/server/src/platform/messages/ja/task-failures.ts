import type { TaskFailureSentences } from '../sentences.ts'

export const taskFailures: TaskFailureSentences = {
  timed_out: '時間がかかりすぎました',
  channel_gone: '実行していたチャネルはもう存在しません',
  not_taken: 'アップストリームが受け付けませんでした',
  failed: 'アップストリームが失敗を報告しました',
  not_understood: 'タスクについてのアップストリームの応答を解釈できませんでした',
  said: 'タスクについてのアップストリームの報告：{words}',
}

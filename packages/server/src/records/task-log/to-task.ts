import type { ConsoleLanguage, Task } from '@tollgate/contract'
import { taskFailureIn } from '../../platform/messages/task-failure-in.ts'
import type { FoundTask } from './store.ts'

/** Platforms whose data clients see unchanged; data of others may contain an upstream's addresses. */
const TOLD_AS_IT_IS = new Set(['suno'])

/** Makes a task as administrators see it. */
export const toTask =
  (language: ConsoleLanguage) =>
  ({ channel_name, username, data, ...row }: FoundTask): Task => {
    const failure = taskFailureIn(language, row.fail_reason)
    return {
      ...row,
      ...(failure !== undefined && { failure }),
      channel_name: channel_name ?? '',
      username: username ?? '',
      data: TOLD_AS_IT_IS.has(row.platform) ? readData(data) : null,
    }
  }

/** Makes a task as its own user sees it, without the channel. */
export function toOwnTask(language: ConsoleLanguage): (row: FoundTask) => Task {
  const shown = toTask(language)
  return row => ({ ...shown(row), username: '', channel_id: 0, channel_name: '' })
}

/** Imported rows may contain anything; unreadable parts are omitted. */
function readData(text: string): Task['data'] {
  if (text === '') return null
  try {
    return JSON.parse(text) as Task['data']
  } catch {
    return null
  }
}

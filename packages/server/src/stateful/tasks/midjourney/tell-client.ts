import { pictureShower } from '../../../records/drawing-log/shown-picture.ts'
import type { StatefulDeps } from '../../stateful-deps.ts'
import { readRow } from '../task/rows.ts'
import { toldTask } from './told-task.ts'

type Deps = Pick<StatefulDeps, 'tasks' | 'outbound' | 'options' | 'secrets' | 'log' | 'now'>

const TIMEOUT_MS = 10_000
const LONGEST_ANSWER_BYTES = 64 * 1024

/**
 * Notifies a drawing's owner of its state at their URL. Never throws: an unreached client can poll.
 *
 * @param of the kind of notification: the end, which is sent once, or a change before it
 */
export async function tellClient(id: number, of: 'end' | 'change', deps: Deps): Promise<void> {
  try {
    const row = await readRow(deps.tasks.db, 'midjourneys', id)
    if (!row?.notify_hook || (of === 'change') !== (row.is_open === 1)) return
    await deps.outbound.fetch(row.notify_hook, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Tollgate' },
      body: JSON.stringify(toldTask(row, pictureShower(null, deps))),
      timeoutMs: TIMEOUT_MS,
      maxBytes: LONGEST_ANSWER_BYTES,
    })
  } catch (error) {
    deps.log.debug({ err: error, task: id }, 'a client could not be notified of its drawing')
  }
}

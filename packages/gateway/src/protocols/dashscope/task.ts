import { asText, dig, tryParse } from '../../raw/json.ts'

/** How long to wait before polling a task the first time, and again. */
const FIRST_MS = 5_000
const AGAIN_MS = 10_000

/** Returns where and when to poll a task; null: it has ended, or the body is not a task. */
export function taskUrl(baseUrl: string, body: string): { url: string; waitMs: number } | null {
  const answer = tryParse(body)
  const [id, status] = [asText(dig(answer, 'output.task_id')), dig(answer, 'output.task_status')]
  if (id === null || (status !== 'PENDING' && status !== 'RUNNING')) return null
  const waitMs = status === 'PENDING' ? FIRST_MS : AGAIN_MS
  return { url: `${baseUrl}/api/v1/tasks/${encodeURIComponent(id)}`, waitMs }
}

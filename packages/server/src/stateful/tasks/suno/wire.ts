import { z } from 'zod'
import type { TaskRow } from '../../../platform/storage/schema.ts'

/** Suno's JSON, the same for upstreams and clients. https://github.com/Suno-API/Suno-API (entity/po/task.go, api.go) */
export const SUNO = 'suno'

export type SunoAction = 'MUSIC' | 'LYRICS'

/** Every answer: `code` is `success` or an error. */
export const sunoAnswer = z.object({ code: z.string(), message: z.string().nullish(), data: z.unknown() })

const seconds = z.number().int().positive().max(1e11).optional().catch(undefined)

export const sunoTask = z.object({
  task_id: z.string(),
  status: z.string(),
  fail_reason: z.string().nullish(),
  progress: z.union([z.string(), z.number()]).nullish(),
  /** Unix seconds; 0: not yet. */
  start_time: seconds,
  finish_time: seconds,
  data: z.unknown(),
})

/** Returns a task as its owner sees it, under our id. Times are unix seconds. */
export const toSunoTask = (row: TaskRow) => ({
  task_id: row.task_id,
  action: row.action,
  status: row.status,
  fail_reason: row.fail_reason,
  submit_time: row.submit_time,
  start_time: row.start_time,
  finish_time: row.finish_time,
  progress: row.progress,
  data: dataOf(row),
})

function dataOf({ data }: TaskRow): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}

export const sunoSuccess = (data: unknown) => Response.json({ code: 'success', message: '', data })

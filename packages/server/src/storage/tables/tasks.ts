import type { Generated } from 'kysely'
import type { Defaulted } from './columns.ts'

export interface TaskTables {
  midjourneys: MidjourneysTable
  tasks: TasksTable
}

interface MidjourneysTable {
  id: Generated<number>
  code: Defaulted<number>
  user_id: number
  action: Defaulted<string>
  mj_id: Defaulted<string>
  prompt: Defaulted<string>
  prompt_en: Defaulted<string>
  description: Defaulted<string>
  state: Defaulted<string>
  /** Milliseconds, like the two that follow. */
  submit_time: Defaulted<number>
  start_time: Defaulted<number>
  finish_time: Defaulted<number>
  image_url: Defaulted<string>
  status: Defaulted<string>
  progress: Defaulted<string>
  fail_reason: Defaulted<string>
  channel_id: Defaulted<number>
  quota: Defaulted<number>
  buttons: Defaulted<string>
  properties: Defaulted<string>
}

interface TasksTable {
  id: Generated<number>
  created_at: number
  updated_at: Defaulted<number>
  task_id: string
  platform: Defaulted<string>
  user_id: number
  channel_id: Defaulted<number>
  quota: Defaulted<number>
  action: Defaulted<string>
  status: Defaulted<string>
  fail_reason: Defaulted<string>
  submit_time: Defaulted<number>
  start_time: Defaulted<number>
  finish_time: Defaulted<number>
  progress: Defaulted<string>
  properties: Defaulted<string>
  data: Defaulted<string>
}

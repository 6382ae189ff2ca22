import type { Generated, Insertable, Selectable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface TaskTables {
  midjourneys: MidjourneysTable
  tasks: TasksTable
}

/** Columns of every upstream task, drawing or not, that the task machine uses. */
interface MachineColumns {
  id: Generated<number>
  user_id: number
  /** 0: none. */
  token_id: Defaulted<number>
  channel_id: Defaulted<number>
  /** The channel's type when the task was accepted; a later change means another upstream. */
  channel_type: Defaulted<number>
  /** The key of the channel that created it; empty: its only one. */
  channel_key: Defaulted<string>
  /** The name by which it is priced: `suno_music`, `mj_imagine`, a video model. */
  model: Defaulted<string>
  group: Defaulted<string>
  /** The request that created it; the entry of its charge is the machine's `request:{id}`. */
  request_id: Defaulted<string>
  action: Defaulted<string>
  /** In Midjourney's and Suno's words; empty: it is being submitted. */
  status: Defaulted<string>
  /** `0%` to `100%`. */
  progress: Defaulted<string>
  fail_reason: Defaulted<string>
  /** 1: still running. A row that has ended never changes, except for `deleted_at`. */
  is_open: Flag
  /** The upstream's own id; private. Empty: the upstream has not accepted it (yet). */
  upstream_id: Defaulted<string>
  /** Where the upstream keeps the result; private. */
  result_url: Defaulted<string>
  /** The row (in the same table) it continues from; 0: none. */
  origin_id: Defaulted<number>
  /** JSON: its price and the facts for its log rows (`TaskTerms`). */
  terms: Defaulted<string>
  /** The current charge. */
  quota: Defaulted<number>
  /** Quota set aside while it is being submitted, and the part that counts against the token's cap. */
  held: Defaulted<number>
  held_of_token: Defaulted<number>
  /** Quota refunded when it failed. */
  refunded: Defaulted<number>
  /** How many consecutive answers about it could not be understood. */
  misread: Defaulted<number>
  /** Unix seconds: when to ask the upstream again, and when the task fails by our own timeout. */
  poll_at: Defaulted<number>
  deadline: Defaulted<number>
  /** When its owner deleted it; 0: not deleted. */
  deleted_at: Defaulted<number>
}

interface MidjourneysTable extends MachineColumns {
  /** The upstream's own answer to the submission. */
  code: Defaulted<number>
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
  buttons: Defaulted<string>
  properties: Defaulted<string>
  updated_at: Defaulted<number>
  /** `fast`, `relax`, `turbo`; empty: none was requested. */
  mode: Defaulted<string>
  bot_type: Defaulted<string>
  video_url: Defaulted<string>
  /** JSON: the upstream's last answer about it. */
  data: Defaulted<string>
  /** Where to notify its owner of changes; empty: nowhere. */
  notify_hook: Defaulted<string>
  /** Fingerprint of the one-time address where the upstream notifies us of changes. */
  callback_token: Defaulted<string>
}

interface TasksTable extends MachineColumns {
  created_at: number
  updated_at: Defaulted<number>
  /** Ours: `task_` and 32 characters. */
  task_id: string
  /** The platform whose words its data uses: `suno`, or a video vendor's name. */
  platform: Defaulted<string>
  submit_time: Defaulted<number>
  start_time: Defaulted<number>
  finish_time: Defaulted<number>
  /** JSON: the parts of the client's request that answers repeat. */
  properties: Defaulted<string>
  /** JSON: the result, in the platform's words. */
  data: Defaulted<string>
}

export type TaskRow = Selectable<TasksTable>
export type NewTaskRow = Insertable<TasksTable>
export type DrawingRow = Selectable<MidjourneysTable>
export type NewDrawingRow = Insertable<MidjourneysTable>

import type { Generated, Insertable, Selectable } from 'kysely'
import type { Defaulted, Flag } from './columns.ts'

export interface TaskTables {
  midjourneys: MidjourneysTable
  tasks: TasksTable
}

/** What the task machine keeps of a task that runs at an upstream, or has, drawing or not. */
interface MachineColumns {
  id: Generated<number>
  user_id: number
  /** 0: none. */
  token_id: Defaulted<number>
  channel_id: Defaulted<number>
  /** When it was taken: a channel of another type is another upstream. */
  channel_type: Defaulted<number>
  /** The key of the channel it was made with; empty: its only one. */
  channel_key: Defaulted<string>
  /** What it is priced as: `suno_music`, `mj_imagine`, a video model. */
  model: Defaulted<string>
  group: Defaulted<string>
  /** Of the call that made it; the charge's entry is `request:{id}` of the machine. */
  request_id: Defaulted<string>
  action: Defaulted<string>
  /** In the words of Midjourney and Suno; empty: it is being submitted. */
  status: Defaulted<string>
  /** `0%` to `100%`. */
  progress: Defaulted<string>
  fail_reason: Defaulted<string>
  /** 1: it has not ended. A row that has ended never changes, but for `deleted_at`. */
  is_open: Flag
  /** The upstream's own id; private. Empty: the upstream has not taken it, or not yet. */
  upstream_id: Defaulted<string>
  /** Where the upstream has the result; private. */
  result_url: Defaulted<string>
  /** The row (of the same table) it goes on from; 0: none. */
  origin_id: Defaulted<number>
  /** JSON: what it is priced by and what its log rows say (`TaskTerms`). */
  terms: Defaulted<string>
  /** What was charged, as it is at present. */
  quota: Defaulted<number>
  /** Quota that is set aside while it is being submitted, and what of that counts against the token's cap. */
  held: Defaulted<number>
  held_of_token: Defaulted<number>
  /** Quota that was given back when it failed. */
  refunded: Defaulted<number>
  /** How many answers about it in a row were not understood. */
  misread: Defaulted<number>
  /** When the upstream is to be asked again, and when it fails by our own clock. Unix seconds. */
  poll_at: Defaulted<number>
  deadline: Defaulted<number>
  /** When its owner deleted it; 0: not. */
  deleted_at: Defaulted<number>
}

interface MidjourneysTable extends MachineColumns {
  /** The upstream's own answer to the submit. */
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
  /** `fast`, `relax`, `turbo`; empty: none was asked for. */
  mode: Defaulted<string>
  bot_type: Defaulted<string>
  video_url: Defaulted<string>
  /** JSON: what the upstream said of it last. */
  data: Defaulted<string>
  /** Where its owner wants to be told of changes; empty: nowhere. */
  notify_hook: Defaulted<string>
  /** Fingerprint of the one-time address the upstream tells us of changes at. */
  callback_token: Defaulted<string>
}

interface TasksTable extends MachineColumns {
  created_at: number
  updated_at: Defaulted<number>
  /** Ours: `task_` and 32 characters. */
  task_id: string
  /** Whose words its data are in: `suno`, or a video vendor's name. */
  platform: Defaulted<string>
  submit_time: Defaulted<number>
  start_time: Defaulted<number>
  finish_time: Defaulted<number>
  /** JSON: what the client asked for, as far as answers repeat it. */
  properties: Defaulted<string>
  /** JSON: the result, in the platform's words. */
  data: Defaulted<string>
}

export type TaskRow = Selectable<TasksTable>
export type NewTaskRow = Insertable<TasksTable>
export type DrawingRow = Selectable<MidjourneysTable>
export type NewDrawingRow = Insertable<MidjourneysTable>

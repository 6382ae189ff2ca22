import type { CredentialKind, Footage } from '@tollgate/gateway'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { Body } from '../../relay/upstream/body.ts'
import type { MachineRow, RowOf, TaskChange, TaskKind, TaskProgress } from './task/task.ts'

/** A task's channel, with the one key that created it. */
export type TaskChannel = OpenChannel

/** A call to a vendor. */
export interface UpstreamTaskRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** The full URL: the channel's base URL and a path. */
  url: string
  headers: Record<string, string>
  /** For `POST`: JSON text, or a form. */
  body?: Body
  /** A kind of credential that the relay adds to the headers. */
  credential?: CredentialKind
  /** The answer may contain a file. */
  longAnswer?: true
}

/** Functions that a vendor may need. */
export interface TaskTools {
  /** Unix seconds. */
  now(): number
}

type Awaitable<Value> = Value | Promise<Value>

/** The upstream has accepted a task. */
export interface Submitted<Kind extends TaskKind = 'tasks'> {
  upstreamId: string
  /** The progress, if the vendor reports more than an id; absent: the task waits. */
  progress?: TaskProgress<Kind>
}

/** The upstream has refused a task. */
export interface TaskFailure<Kind extends TaskKind = 'tasks'> {
  /** Other columns of the failed row. */
  change?: TaskChange<Kind>
  /** The reason in the vendor's own words; the task machine hides keys and hosts. */
  failure: string
  /** The HTTP status for the client; absent: the upstream's own, or 502 if that was no error. */
  status?: number
  code?: string
}

/** How a platform's tasks are polled, several at once if the upstream accepts that. */
export interface TaskPolling<Kind extends TaskKind = TaskKind> {
  kind: Kind
  /** How many one request may name, at most 100. */
  most: number
  ask(tasks: readonly RowOf[Kind][], channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /**
   * Returns the progress by the upstream's ids. A missing task was forgotten and does not change. Null: the answer was not
   * understood. `unclear`: that task's part was not understood.
   */
  read(answer: unknown, tasks: readonly RowOf[Kind][]): ReadonlyMap<string, TaskProgress<Kind> | 'unclear'> | null
}

/** A picture that a video begins with, ends with, or refers to. */
export type VideoImage = { kind: 'data'; mime: string; base64: string } | { kind: 'url'; url: string }

/** A checked request for a video, from any form. */
export interface VideoRequest {
  /** The client's and the upstream's name. */
  model: string
  upstreamModel: string
  prompt: string
  /** A whole number from 1 to `MOST_SECONDS`; null: the vendor's default. */
  seconds: number | null
  /** `1280x720`; null: the vendor's default. */
  size: { width: number; height: number } | null
  /** `std`, `pro`; empty: none was requested. */
  mode: string
  /** In this order: first frame, last frame, references. */
  images: readonly VideoImage[]
  /** Other members for the vendor. The model, the prompt, and price factors are removed. */
  metadata: Readonly<Record<string, unknown>>
  /** The upstream's id of the video it remixes; null: it makes a new one. */
  remixOf: string | null
}

/** The part of a row that vendors see. */
export type PolledTask = Pick<
  MachineRow,
  'upstream_id' | 'model' | 'action' | 'result_url' | 'status' | 'channel_id' | 'terms'
> & { data: string; properties: string }

/** A vendor of videos: one small file in `videos/vendors/`, and a line in its `index.ts`. Pure except for `tools`. */
export interface VideoVendor {
  /** The row's `platform`. */
  platform: string
  /** Its channel types. */
  channelTypes: readonly number[]
  /** Whether a channel's model (by the upstream's name) makes videos; absent: every model does. */
  takes?(upstreamModel: string): boolean
  /** It accepts pictures only as data, so those given by URL are fetched first. */
  takesData?: true
  /** @throws ApiError (`videoRefusal`) for what the vendor does not support */
  submit(request: VideoRequest, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** `status` is HTTP's; errors at 200 are failures too. Null: not understood. */
  readSubmitted(answer: unknown, status: number, sent: UpstreamTaskRequest): Submitted | TaskFailure | null
  poll(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** `later`: the vendor said that it does not know yet. Null: not understood. */
  readPolled(answer: unknown): TaskProgress | 'later' | null
  /** Returns where the file is; absent or null: at `result_url`. */
  content?(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest | null>
  /** Returns the file's URL from the answer of `content`; absent: that answer is the file. Null: not understood. */
  readContent?(answer: unknown): string | null
  /** Deletes it at the upstream; absent: it is deleted only here. */
  remove?(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** Returns the price factors, each above 0, such as `{seconds: 5, size: 1.666667}`. The request is within all limits. */
  factors(request: VideoRequest): Record<string, number>
  /** Returns what a price by the second of video depends on. */
  footage(request: VideoRequest): Footage
  /**
   * Returns the tokens charged in advance if the model is priced by tokens, instead of factors; absent: priced only by task.
   */
  tokens?(request: VideoRequest): number
}

/** The longest allowed video. Limited, because its length multiplies the price. */
export const MOST_SECONDS = 60

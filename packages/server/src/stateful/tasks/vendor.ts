import type { CredentialKind, Footage } from '@tollgate/gateway'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { Body } from '../../relay/upstream/body.ts'
import type { MachineRow, RowOf, TaskChange, TaskKind, TaskProgress } from './task/task.ts'

/** A task's channel, with the one key that created it. */
export type TaskChannel = OpenChannel

/** A call to a vendor. */
export interface UpstreamTaskRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** The full address: the channel's base address and a path. */
  url: string
  headers: Record<string, string>
  /** For `POST`: JSON text, or a form. */
  body?: Body
  /** A signature that the relay already makes, by the providers' name for it; added to the headers. */
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
  /** If the vendor reports more than an id; absent: the task waits. */
  progress?: TaskProgress<Kind>
}

/** The upstream has refused a task. */
export interface TaskFailure<Kind extends TaskKind = 'tasks'> {
  /** Other columns of the failed row. */
  change?: TaskChange<Kind>
  /** In the vendor's own words; the machine hides keys and hosts. */
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
   * The answer by the upstream's ids; a task missing in it was forgotten and does not change. Null: the answer could
   * not be understood. `unclear` instead of a progress: that task's part could not be understood.
   */
  read(answer: unknown, tasks: readonly RowOf[Kind][]): ReadonlyMap<string, TaskProgress<Kind> | 'unclear'> | null
}

/** A picture that a video begins with, ends with, or refers to. */
export type VideoImage = { kind: 'data'; mime: string; base64: string } | { kind: 'url'; url: string }

/** A checked request for a video, in whatever form it came. */
export interface VideoRequest {
  /** The client's and the upstream's name. */
  model: string
  upstreamModel: string
  prompt: string
  /** Null: the vendor's default. Whole, 1 to `MOST_SECONDS`. */
  seconds: number | null
  /** `1280x720`; null: the vendor's default. */
  size: { width: number; height: number } | null
  /** `std`, `pro`; empty: none was requested. */
  mode: string
  /** First frame, last frame, references: by their order. */
  images: readonly VideoImage[]
  /** Other members for the vendor. The model, the prompt, and price factors are removed. */
  metadata: Readonly<Record<string, unknown>>
  /** The upstream's id of the video it remixes; null: it makes a new one. */
  remixOf: string | null
}

/** A row, in the form vendors see. */
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
  /** It accepts pictures only as data, so the machine fetches those given by address first. */
  takesData?: true
  /** @throws ApiError (`videoRefusal`) for what the vendor does not support */
  submit(request: VideoRequest, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** `status` is HTTP's; errors at 200 are failures too. Null: not understood. */
  readSubmitted(answer: unknown, status: number, sent: UpstreamTaskRequest): Submitted | TaskFailure | null
  poll(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** `later`: it could not say, and told so in its own words. Null: not understood. */
  readPolled(answer: unknown): TaskProgress | 'later' | null
  /** Where the file is, if not at `result_url`; absent or null: it is there. */
  content?(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest | null>
  /** The answer of `content` is not the file but contains its address; absent: it is the file. Null: not understood. */
  readContent?(answer: unknown): string | null
  /** Deletes it at the upstream; absent: only we delete it. */
  remove?(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** The price factors, each above 0: `{seconds: 5, size: 1.666667}`. The request's counts are within their limits. */
  factors(request: VideoRequest): Record<string, number>
  /** What a price by the second of video goes by. */
  footage(request: VideoRequest): Footage
  /**
   * Tokens charged in advance if the model is priced by tokens, instead of factors; absent: it is priced only by task.
   */
  tokens?(request: VideoRequest): number
}

/** The longest possible video, whatever a client requests, because it multiplies the price. */
export const MOST_SECONDS = 60

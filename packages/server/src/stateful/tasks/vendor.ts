import type { CredentialKind } from '@tollgate/gateway'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { Body } from '../../relay/upstream/body.ts'
import type { MachineRow, RowOf, TaskChange, TaskKind, TaskProgress } from './task/task.ts'

/** The channel a task runs on, with the one key it was made with. */
export type TaskChannel = OpenChannel

/** A call to a vendor. */
export interface UpstreamTaskRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** The whole address: the channel's base address and a path. */
  url: string
  headers: Record<string, string>
  /** For `POST`: JSON text, or a form. */
  body?: Body
  /** Proof of who calls that the relay makes already, by the name providers give it; added to the headers. */
  credential?: CredentialKind
  /** A file may stand in the answer. */
  longAnswer?: true
}

/** What a vendor may need that is no data. */
export interface TaskTools {
  /** Unix seconds. */
  now(): number
}

type Awaitable<Value> = Value | Promise<Value>

/** The upstream has taken a task. */
export interface Submitted<Kind extends TaskKind = 'tasks'> {
  upstreamId: string
  /** Where the vendor tells more than an id; absent: it waits. */
  progress?: TaskProgress<Kind>
}

/** The upstream has refused a task. */
export interface TaskFailure<Kind extends TaskKind = 'tasks'> {
  /** Other columns of the row, which has failed. */
  change?: TaskChange<Kind>
  /** In its own words; keys and hosts are hidden by the machine. */
  failure: string
  /** The HTTP status the client gets; absent: the upstream's own, or 502 where that was no error. */
  status?: number
  code?: string
}

/** How the tasks of a platform are asked after, several at once where the upstream takes that. */
export interface TaskPolling<Kind extends TaskKind = TaskKind> {
  kind: Kind
  /** How many one question asks for, 100 at most. */
  most: number
  ask(tasks: readonly RowOf[Kind][], channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /**
   * What the answer says, by the upstream's ids; a task that is not in it was forgotten, and changes nothing. Null: the answer is not
   * understood. `unclear` in place of a progress: what it says of that one task is not understood.
   */
  read(answer: unknown, tasks: readonly RowOf[Kind][]): ReadonlyMap<string, TaskProgress<Kind> | 'unclear'> | null
}

/** A picture that a video begins with, ends with, or refers to. */
export type VideoImage = { kind: 'data'; mime: string; base64: string } | { kind: 'url'; url: string }

/** A checked request for a video, in whatever shape it came. */
export interface VideoRequest {
  /** As the client named it, and as the upstream knows it. */
  model: string
  upstreamModel: string
  prompt: string
  /** Null: the vendor's usual. Whole, 1 to `MOST_SECONDS`. */
  seconds: number | null
  /** `1280x720`; null: the vendor's usual. */
  size: { width: number; height: number } | null
  /** `std`, `pro`; empty: none was asked for. */
  mode: string
  /** First frame, last frame, references: by their order. */
  images: readonly VideoImage[]
  /** Any other member for the vendor. Never the model, the prompt, or what multiplies the price: those are taken out. */
  metadata: Readonly<Record<string, unknown>>
  /** The upstream's id of the video it remixes; null: it makes a new one. */
  remixOf: string | null
}

/** A row as vendors see it. */
export type PolledTask = Pick<
  MachineRow,
  'upstream_id' | 'model' | 'action' | 'result_url' | 'status' | 'channel_id' | 'terms'
> & { data: string; properties: string }

/** A vendor of videos: one small file in `videos/vendors/`, and a line in its `index.ts`. Pure but for `tools`. */
export interface VideoVendor {
  /** The row's `platform`. */
  platform: string
  /** The channel types it is reached by. */
  channelTypes: readonly number[]
  /** Whether a channel's model (as the upstream knows it) makes videos; absent: every one does. */
  takes?(upstreamModel: string): boolean
  /** Pictures told by address are fetched before: it takes their data alone. */
  takesData?: true
  /** @throws ApiError (`videoRefusal`) for what the vendor cannot */
  submit(request: VideoRequest, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** `status` is of HTTP; errors at 200 are failures too. Null: it is not understood. */
  readSubmitted(answer: unknown, status: number, sent: UpstreamTaskRequest): Submitted | TaskFailure | null
  poll(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** `later`: it could not say, and told so in words of its own. Null: it is not understood. */
  readPolled(answer: unknown): TaskProgress | 'later' | null
  /** Where the file is, if not at `result_url`; absent or null: it is there. */
  content?(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest | null>
  /** The answer of `content` is no file but says where it is; absent: it is the file. Null: not understood. */
  readContent?(answer: unknown): string | null
  /** The upstream forgets it at its owner's wish; absent: only we do. */
  remove?(task: PolledTask, channel: TaskChannel, tools: TaskTools): Awaitable<UpstreamTaskRequest>
  /** What multiplies the price, each above 0: `{seconds: 5, size: 1.666667}`. Of a request whose counts are within their caps. */
  factors(request: VideoRequest): Record<string, number>
  /** Tokens to charge beforehand where the model is priced by tokens, in place of factors; absent: it is priced by task alone. */
  tokens?(request: VideoRequest): number
}

/** A video may be so long, whatever a client writes: it multiplies the price. */
export const MOST_SECONDS = 60

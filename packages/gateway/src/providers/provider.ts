import type { OptionKey, OptionValue, OtherField } from '@tollgate/contract'
import type { HostQuirks } from '../canonical/host-quirks.ts'
import type { UpstreamError } from '../errors/upstream-error.ts'
import type { Exchanges } from '../exchanges/index.ts'
import type { Framing } from '../protocols/common/dialect.ts'
import type { Loss } from '../protocols/common/losses.ts'
import type { Format, UpstreamDialectId, WireFormat } from '../protocols/index.ts'
import type { ChatQuirks } from '../protocols/openai-chat/quirks.ts'
import type { ResponsesQuirks } from '../protocols/openai-responses/quirks.ts'
import type { SparkQuirks } from '../protocols/spark/write-request.ts'
import type { Patches } from '../raw/patch-json.ts'

/** A channel as its provider sees it, the key opened. */
export interface ProviderChannel {
  type: number
  /** Without a trailing slash; the type's default when the operator left it empty. */
  baseUrl: string
  key: string
  /** What the type keeps in `other`: an API version, a region, … */
  other: string
  organization: string
}

/** One call about to go to a provider. */
export interface ProviderCall {
  channel: ProviderChannel
  /** What goes over the wire: the client's own format, or the one its call was converted to. */
  format: WireFormat
  /** The format's usual path, `/v1/chat/completions`; Gemini's begins behind the version, `/models/{model}:{method}`. */
  path: string
  /** As the upstream knows it, the channel's model mapping applied. */
  model: string
  /** As the client named it. */
  clientModel: string
  isStream: boolean
  /** The body was written by the gateway, not by the client. */
  isConverted: boolean
  clientHeaders: Headers
  /** The whole address the client called. */
  clientUrl: string
  options: OperatorOptions
}

/** What the operator set. */
export interface OperatorOptions {
  get<Key extends OptionKey>(key: Key): OptionValue<Key>
}

/** What a provider wants conversations written in that come in a format it does not speak. */
export type TargetProtocol =
  | Target<'openai-chat', ChatQuirks>
  | Target<'openai-responses', ResponsesQuirks>
  | Target<'spark', SparkQuirks>
  | Target<Exclude<UpstreamDialectId, 'openai-chat' | 'openai-responses' | 'spark'>, HostQuirks>

interface Target<Dialect extends UpstreamDialectId, Quirks extends HostQuirks> {
  dialect: Dialect
  /** Whose signatures it gives and opens; absent: the dialect's own family. */
  origin?: string
  /** What it does otherwise than its dialect's first home. */
  quirks?: Quirks
  /** Takes files by their ids: those told as data are uploaded first, on behalf of a user. Absent: it takes data. */
  upload?(user: string | undefined): MediaUpload
}

/** What a provider is called, and what a channel of it needs: the form, the lists and the hints are made from this. */
export interface ProviderFacts {
  /** What its channels store as their type. */
  type: number
  /** Its name in addresses of hints and in the code. */
  id: string
  name: string
  /** Of its tag, as antd names colours. */
  color: string
  /** Where channels that give no address are reached. Absent: a channel must give one, unless `knowsAddress`. */
  baseUrl?: string
  /** Words that stand for addresses: plans, which are reached at addresses of their own. Absent: there are none. */
  plans?: Readonly<Record<string, Plan>>
  /** The address follows from key or region. */
  knowsAddress?: true
  /** What a channel's field `other` holds. Absent: nothing. */
  other?: OtherField
  /** How the key is written, where it is more than one secret. */
  keyFormat?: string
  /** The key has several lines, so they are not several keys. */
  keyHasLines?: true
  /** Whose models it serves in the price list, and which of the names there count. Absent: no name is known. */
  models?: { catalogue: string; only?: RegExp }
  /** Names of its models that no price list has. */
  modelNames?: readonly string[]
  /** It takes tasks alone, so that no request of a test fits it. */
  onlyTasks?: true
  /** Not in the specification's list: kept so that old channels work, not offered for new ones. */
  legacy?: true
}

/** Where the models of a plan are taken, up to `/v1/messages` and `/chat/completions`. */
export interface Plan {
  messages: string
  chat: string
}

/** Where channels of a provider are reached, how they are told who calls, and which wire formats they take. */
export interface ProviderWire {
  /** Formats that pass to a model as they are. */
  nativeFormats(model: string, channel: ProviderChannel): ReadonlySet<Format>
  /** By the client's format, where that matters. Absent or nothing: only what it speaks passes. */
  target?(model: string, channel: ProviderChannel, client?: Format): TargetProtocol | undefined
  /** Calls of one question and one answer in formats it does not speak, by the client's format. */
  exchanges?(model: string, channel: ProviderChannel): Exchanges
  address(call: ProviderCall): string
  /** Beside `Content-Type` and `Accept`. */
  headers(call: ProviderCall): Record<string, string>
  /** What it wants otherwise in every body, the client's own or a converted one, whose members `member` tells. */
  patches?(call: ProviderCall, member: (name: string) => unknown, losses: Loss[]): Patches
  /** How an answer that nobody wants any more is stopped, where it takes more than to hang up. `heard`: the beginning of it. */
  stop?(call: ProviderCall, body: string, heard: string): StopCall | null
  /** Where the answer to a call is asked for that began as a task; null: `body` is the answer. Absent: every answer is one. */
  poll?(call: ProviderCall, body: string): PollCall | null
  /** Its upstreams keep responses, to be asked for again. Absent: the gateway keeps them. */
  keepsResponses?: true
  /** How its streams are cut into messages; absent: as server-sent events. */
  framing?(call: ProviderCall): Framing | undefined
  /** How it is told who calls where that takes more than the key. */
  credential?(channel: ProviderChannel, model: string): CredentialKind | undefined
  /** Whether a failure says that the credential was too old: then one attempt is made with a new one. */
  isStale?(error: Pick<UpstreamError, 'code'>): boolean
  /** Whose files and batches it takes, at its own addresses; absent: it takes none. */
  batches?: BatchHost
  /** What must reach no client beside the key and the host: names of accounts and projects. */
  secrets?(channel: ProviderChannel): string[]
}

/** A call that stops another, with the same headers. */
export interface StopCall {
  url: string
  body: string
}

/** A call that asks how far a task is. */
export interface PollCall {
  url: string
  headers: Record<string, string>
  /** Waited before it, unless the host says how long by `Retry-After`. */
  waitMs: number
}

/** How a host takes files: by a form of their own, which answers with an id. */
export interface MediaUpload {
  url: string
  headers: Record<string, string>
  /** Of the form, beside `file`. */
  fields: Record<string, string>
  /** Whose files these ids name, as `MediaSource.origin`. */
  origin: string
  /** Where the answer has the id: `data.id`. */
  idAt: string
}

/** How a host takes batches. */
export interface BatchHost {
  /** Whose words: OpenAI's `/v1/files` and `/v1/batches`, or Anthropic's `/v1/messages/batches`. */
  protocol: 'openai' | 'anthropic'
  /** The formats of the requests in them. */
  formats: readonly Format[]
  /** What a request costs in them, of its usual price. */
  priceShare: number
}

/** A kind of channel: everything the gateway knows of it. */
export type Provider = ProviderFacts & ProviderWire

/** Proofs of who calls that take a clock, a signature or a call of their own; whoever sends the request makes them. */
export type CredentialKind =
  | 'google-service-account'
  | 'aws-signature'
  | 'zhipu-token'
  | 'tencent-signature'
  | 'spark-signature'
  | 'baidu-token'
  | 'kling-token'
  | 'volcengine-signature'

/** Returns the client's own values of the headers named, as far as it sent them. */
export function forwarded(clientHeaders: Headers, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of names) {
    const value = clientHeaders.get(name)
    if (value !== null) found[name] = value
  }
  return found
}

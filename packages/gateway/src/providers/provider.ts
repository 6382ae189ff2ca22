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

/** A channel as its provider sees it, the key decrypted. */
export interface ProviderChannel {
  type: number
  /** Without a trailing slash; the type's default if the operator left it empty. */
  baseUrl: string
  key: string
  /** The type's extra field: an API version, a region, … */
  other: string
  organization: string
}

/** A call about to go to a provider. */
export interface ProviderCall {
  channel: ProviderChannel
  /** The format sent: the client's own, or the one its call was converted to. */
  format: WireFormat
  /** The format's usual path, `/v1/chat/completions`; Gemini's starts after the version, `/models/{model}:{method}`. */
  path: string
  /** The upstream's name for it, after the channel's model mapping. */
  model: string
  /** As the client named it. */
  clientModel: string
  isStream: boolean
  /** The body was written by the gateway, not by the client. */
  isConverted: boolean
  clientHeaders: Pick<Headers, 'get'>
  /** The full address that the client called. */
  clientUrl: string
  options: OperatorOptions
}

/** The operator's options. */
export interface OperatorOptions {
  get<Key extends OptionKey>(key: Key): OptionValue<Key>
}

/** The format a provider expects for conversations in formats it does not speak. */
export type TargetProtocol =
  | Target<'openai-chat', ChatQuirks>
  | Target<'openai-responses', ResponsesQuirks>
  | Target<'spark', SparkQuirks>
  | Target<Exclude<UpstreamDialectId, 'openai-chat' | 'openai-responses' | 'spark'>, HostQuirks>

interface Target<Dialect extends UpstreamDialectId, Quirks extends HostQuirks> {
  dialect: Dialect
  /** The family whose signatures it gives and reads; absent: the dialect's own. */
  origin?: string
  /** How it differs from its dialect's original host. */
  quirks?: Quirks
  /** It takes files by id: data is uploaded first, on behalf of a user. Absent: it takes data. */
  upload?(user: string | undefined): MediaUpload
}

/** A provider's name and what its channels need: forms, lists and hints are made from this. */
export interface ProviderFacts {
  /** The channel type, as stored. */
  type: number
  /** Its name in documentation addresses and in the code. */
  id: string
  name: string
  /** Colour of its tag, by antd's name. */
  color: string
  /** The default address of its channels. Absent: a channel must set one, unless `knowsAddress`. */
  baseUrl?: string
  /** Plans that may replace an address; each has its own address. Absent: none. */
  plans?: Readonly<Record<string, Plan>>
  /** The address follows from key or region. */
  knowsAddress?: true
  /** The content of a channel's `other` field. Absent: unused. */
  other?: OtherField
  /** The format of a key that holds more than one secret. */
  keyFormat?: string
  /** One key has several lines, so the lines are not several keys. */
  keyHasLines?: true
  /** Its catalogue in the price list, and which of the names apply. Absent: no names are known. */
  models?: { catalogue: string; only?: RegExp }
  /** Names of its models that are in no price list. */
  modelNames?: readonly string[]
  /** It only takes tasks, so it cannot be tested with a request. */
  onlyTasks?: true
  /** Kept so that old channels work, but not offered for new ones. */
  legacy?: true
}

/** A plan's addresses, without the paths `/v1/messages` and `/chat/completions`. */
export interface Plan {
  messages: string
  chat: string
}

/** How a provider's channels are reached and authenticated, and which wire formats they take. */
export interface ProviderWire {
  /** Formats that are sent to a model unchanged. */
  nativeFormats(model: string, channel: ProviderChannel): ReadonlySet<Format>
  /** May depend on the client's format. Absent or undefined: it takes only formats it speaks. */
  target?(model: string, channel: ProviderChannel, client?: Format): TargetProtocol | undefined
  /** Single calls in formats it does not speak, by the client's format. */
  exchanges?(model: string, channel: ProviderChannel): Exchanges
  address(call: ProviderCall): string
  /** In addition to `Content-Type` and `Accept`. */
  headers(call: ProviderCall): Record<string, string>
  /** Changes to all bodies, the client's own and converted ones. `member` reads a member of the body. */
  patches?(call: ProviderCall, member: (name: string) => unknown, losses: Loss[]): Patches
  /** How to stop an answer that is no longer wanted, if disconnecting is not enough. `heard`: the beginning of it. */
  stop?(call: ProviderCall, body: string, heard: string): StopCall | null
  /**
   * Where to poll for the answer of a call that started a task; null: `body` is the answer. Absent: every body is one.
   */
  poll?(call: ProviderCall, body: string): PollCall | null
  /** Its upstreams store responses for later retrieval. Absent: the gateway stores them. */
  keepsResponses?: true
  /** How its streams are split into messages; absent: as server-sent events. */
  framing?(call: ProviderCall): Framing | undefined
  /** How it authenticates calls, if the key alone is not enough. */
  credential?(channel: ProviderChannel, model: string): CredentialKind | undefined
  /** Whether a failure means that the credential was stale, so that the call is retried once with a new one. */
  isStale?(error: Pick<UpstreamError, 'code'>): boolean
  /** The kind of files and batches it takes, at its own addresses; absent: none. */
  batches?: BatchHost
  /** Strings besides the key and the host that clients must not see: names of accounts and projects. */
  secrets?(channel: ProviderChannel): string[]
}

/** A call that stops another one; sent with the same headers. */
export interface StopCall {
  url: string
  body: string
}

/** A call that asks for a task's state. */
export interface PollCall {
  url: string
  headers: Record<string, string>
  /** How long to wait before it, unless the host's `Retry-After` sets it. */
  waitMs: number
}

/** How a host takes uploaded files: by a form, whose response has an id. */
export interface MediaUpload {
  url: string
  headers: Record<string, string>
  /** Form fields in addition to `file`. */
  fields: Record<string, string>
  /** The origin of these ids, as in `MediaSource.origin`. */
  origin: string
  /** The path of the id in the response: `data.id`. */
  idAt: string
}

/** How a host takes batches. */
export interface BatchHost {
  /** Whose API: OpenAI's `/v1/files` and `/v1/batches`, or Anthropic's `/v1/messages/batches`. */
  protocol: 'openai' | 'anthropic'
  /** The formats of the requests in a batch. */
  formats: readonly Format[]
  /** The price of a batched request, as a share of its usual price. */
  priceShare: number
}

/** A channel type: everything the gateway knows about it. */
export type Provider = ProviderFacts & ProviderWire

/**
 * Credentials that need a clock, a signature or a separate call, and are therefore made by the sender of the request.
 */
export type CredentialKind =
  | 'google-service-account'
  | 'aws-signature'
  | 'zhipu-token'
  | 'tencent-signature'
  | 'spark-signature'
  | 'baidu-token'
  | 'kling-token'
  | 'volcengine-signature'

/** Returns the client's own values of the named headers that it sent. */
export function forwarded(
  clientHeaders: ProviderCall['clientHeaders'],
  names: readonly string[],
): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of names) {
    const value = clientHeaders.get(name)
    if (value !== null) found[name] = value
  }
  return found
}

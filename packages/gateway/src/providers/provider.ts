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
  /** The whole address the client called. */
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
  /** The family of the signatures it gives and opens; absent: the dialect's own. */
  origin?: string
  /** How it differs from its dialect's original host. */
  quirks?: Quirks
  /** It takes files by id: those given as data are uploaded first, on behalf of a user. Absent: it takes data. */
  upload?(user: string | undefined): MediaUpload
}

/** A provider's name, and what its channels need: the form, the lists and the hints are made from this. */
export interface ProviderFacts {
  /** The type its channels store. */
  type: number
  /** Its name in documentation addresses and in the code. */
  id: string
  name: string
  /** Colour of its tag, by antd's name. */
  color: string
  /** The address of channels that give none. Absent: a channel must give one, unless `knowsAddress`. */
  baseUrl?: string
  /** Plans that may stand in place of an address; each has an address of its own. Absent: there are none. */
  plans?: Readonly<Record<string, Plan>>
  /** The address follows from key or region. */
  knowsAddress?: true
  /** The content of a channel's `other` field. Absent: unused. */
  other?: OtherField
  /** The format of a key that holds more than one secret. */
  keyFormat?: string
  /** One key has several lines, so they are not several keys. */
  keyHasLines?: true
  /** Its catalogue in the price list, and which names there count. Absent: no names are known. */
  models?: { catalogue: string; only?: RegExp }
  /** Names of its models that are in no price list. */
  modelNames?: readonly string[]
  /** It only takes tasks, so no test request fits it. */
  onlyTasks?: true
  /** Not in the specification's list: kept so that old channels work, not offered for new ones. */
  legacy?: true
}

/** Addresses of a plan's models, up to `/v1/messages` and `/chat/completions`. */
export interface Plan {
  messages: string
  chat: string
}

/** How a provider's channels are reached and authenticated, and which wire formats they take. */
export interface ProviderWire {
  /** Formats that are sent to a model unchanged. */
  nativeFormats(model: string, channel: ProviderChannel): ReadonlySet<Format>
  /** May depend on the client's format. Absent or undefined: only formats it speaks are possible. */
  target?(model: string, channel: ProviderChannel, client?: Format): TargetProtocol | undefined
  /** Single calls in formats it does not speak, by the client's format. */
  exchanges?(model: string, channel: ProviderChannel): Exchanges
  address(call: ProviderCall): string
  /** Beside `Content-Type` and `Accept`. */
  headers(call: ProviderCall): Record<string, string>
  /** Changes to every body, the client's own or a converted one. `member` reads a member of it. */
  patches?(call: ProviderCall, member: (name: string) => unknown, losses: Loss[]): Patches
  /** How to stop an answer that nobody wants any more, if hanging up is not enough. `heard`: the beginning of it. */
  stop?(call: ProviderCall, body: string, heard: string): StopCall | null
  /** Where to ask for the answer of a call that started a task; null: `body` is the answer. Absent: every body is one. */
  poll?(call: ProviderCall, body: string): PollCall | null
  /** Its upstreams store responses for later retrieval. Absent: the gateway stores them. */
  keepsResponses?: true
  /** How its streams are cut into messages; absent: as server-sent events. */
  framing?(call: ProviderCall): Framing | undefined
  /** How it authenticates calls, if that takes more than the key. */
  credential?(channel: ProviderChannel, model: string): CredentialKind | undefined
  /** Whether a failure means that the credential was stale: then the call is tried once more with a new one. */
  isStale?(error: Pick<UpstreamError, 'code'>): boolean
  /** The kind of files and batches it takes, at its own addresses; absent: none. */
  batches?: BatchHost
  /** Strings besides the key and the host that must reach no client: names of accounts and projects. */
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
  /** How long to wait before it, unless the host's `Retry-After` says. */
  waitMs: number
}

/** How a host takes uploaded files: by a form, whose response has an id. */
export interface MediaUpload {
  url: string
  headers: Record<string, string>
  /** Form fields beside `file`. */
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

/** A type of channel: everything the gateway knows of it. */
export type Provider = ProviderFacts & ProviderWire

/** Credentials that need a clock, a signature or a call of their own; the sender of the request makes them. */
export type CredentialKind =
  | 'google-service-account'
  | 'aws-signature'
  | 'zhipu-token'
  | 'tencent-signature'
  | 'spark-signature'
  | 'baidu-token'
  | 'kling-token'
  | 'volcengine-signature'

/** Returns the client's own values of the named headers, as far as it sent them. */
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

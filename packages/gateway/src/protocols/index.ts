import type { ClientDialect, Dialect, UpstreamDialect } from './common/dialect.ts'
import type { ClientProtocol, Protocol } from './protocol.ts'
import { registry } from './registry.ts'

type Registry = typeof registry

/** Every format used between the gateway and a provider. */
export type WireFormat = keyof Registry

/** The formats that have all of these parts. */
type Having<Parts> = { [Name in WireFormat]: Registry[Name] extends Parts ? Name : never }[WireFormat]

/** The formats of clients' calls. */
export type Format = Having<ClientProtocol>
/** The formats of conversations that both clients and providers speak. */
export type DialectId = Having<{ dialect: Dialect }>
export type ClientDialectId = Having<{ dialect: ClientDialect }>
export type UpstreamDialectId = Having<{ dialect: UpstreamDialect }>
/** The formats with their own path. */
export type PathFormat = Having<{ endpoint: { path: string } }>
export type CountFormat = Having<{ countTokens: object }>
export type EmbeddingFormat = Having<{ embeddings: object }>
export type ImageFormat = Having<{ images: object }>
export type ImageEditFormat = Having<{ imageEdits: object }>
export type RerankFormat = Having<{ rerank: object }>
export type SpeechFormat = Having<{ speech: object }>
export type TranscriptionFormat = Having<{ transcriptions: object }>

/** The definition of each format. */
export const protocols: { readonly [Name in WireFormat]: Name extends Format ? ClientProtocol : Protocol } = registry

/** Returns one part of each format that has it. */
function partsOf<Name extends WireFormat, Part>(
  partOf: (protocol: Protocol) => Part | undefined,
): Readonly<Record<Name, Part>> {
  const parts = Object.entries<Protocol>(registry).map(([name, protocol]) => [name, partOf(protocol)] as const)
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined)) as Record<Name, Part> // by the types of the names
}

export const endpoints = partsOf<Format, ClientProtocol['endpoint']>(({ endpoint }) => endpoint)
export const observers = partsOf<Format, ClientProtocol['observer']>(({ observer }) => observer)
export const meters = partsOf<Format, ClientProtocol['meter']>(({ meter }) => meter)

/** Returns the path clients call for a format, for example `/v1/chat/completions`. */
export function usualPath(format: PathFormat): string {
  const { path }: { path: string } = registry[format].endpoint
  return path
}

const readsRequests = (dialect: Protocol['dialect']): dialect is ClientDialect =>
  dialect !== undefined && 'readRequest' in dialect
const writesRequests = (dialect: Protocol['dialect']): dialect is UpstreamDialect =>
  dialect !== undefined && 'writeRequest' in dialect

/** The formats of conversations that both clients and providers speak. */
export const dialects = partsOf<DialectId, Dialect>(({ dialect }) =>
  readsRequests(dialect) && writesRequests(dialect) ? dialect : undefined,
)
export const clientDialects = partsOf<ClientDialectId, ClientDialect>(({ dialect }) =>
  readsRequests(dialect) ? dialect : undefined,
)
export const upstreamDialects = partsOf<UpstreamDialectId, UpstreamDialect>(({ dialect }) =>
  writesRequests(dialect) ? dialect : undefined,
)

export const countClients = partsOf<CountFormat, NonNullable<Protocol['countTokens']>>(({ countTokens }) => countTokens)
export const embeddingClients = partsOf<EmbeddingFormat, NonNullable<Protocol['embeddings']>>(
  ({ embeddings }) => embeddings,
)
export const imageClients = partsOf<ImageFormat, NonNullable<Protocol['images']>>(({ images }) => images)
export const imageEditClients = partsOf<ImageEditFormat, NonNullable<Protocol['imageEdits']>>(
  ({ imageEdits }) => imageEdits,
)
export const rerankClients = partsOf<RerankFormat, NonNullable<Protocol['rerank']>>(({ rerank }) => rerank)
export const speechClients = partsOf<SpeechFormat, NonNullable<Protocol['speech']>>(({ speech }) => speech)
export const transcriptionClients = partsOf<TranscriptionFormat, NonNullable<Protocol['transcriptions']>>(
  ({ transcriptions }) => transcriptions,
)

export const isCount = (format: Format): format is CountFormat => format in countClients

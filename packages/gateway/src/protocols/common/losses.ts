import type { LossReason } from '@tollgate/contract'
import type { OpenPart } from '../../canonical/answer.ts'
import type { OpaquePart, Part } from '../../canonical/parts.ts'
import type { CanonicalRequest, ServerTool } from '../../canonical/request.ts'
import type { Signature } from '../../canonical/signature.ts'

/** Something the client asked for, or the model answered, that the other side cannot express. */
export interface Loss {
  /** Its canonical name, or its quoted name in the client's dialect. */
  what: string
  why: LossReason
}

/** Adds a loss, once for any number of occurrences. */
export function lose(losses: Loss[], what: string, why: LossReason): void {
  if (!losses.some(loss => loss.what === what && loss.why === why)) losses.push({ what, why })
}

/** Adds the loss of another family's signature. */
export const loseSignature = ({ origin }: Signature, losses: Loss[]): void =>
  lose(losses, 'signature', `only ${origin} models can open it`)

/** Adds the loss of a block that only another dialect knows. */
export function loseOpaque({ kind, dialect, isTold }: OpaquePart, losses: Loss[]): void {
  if (!isTold) lose(losses, `part ${kind}`, onlyKnownTo(dialect))
}

/** Adds the loss of the part of a block that only another dialect knows. */
export function loseNative(part: Part | OpenPart, dialect: string, losses: Loss[]): void {
  if ('native' in part && part.native && part.native.dialect !== dialect && !part.native.isTold)
    loseMembers('', part.native.value, part.native.dialect, losses)
}

/** Adds the losses of members that only their own dialect knows. `of`: the object they belong to. */
export function loseMembers(of: '' | 'tool ' | 'media ', members: object, dialect: string, losses: Loss[]): void {
  for (const name of Object.keys(members)) lose(losses, `${of}"${name}"`, onlyKnownTo(dialect))
}

/**
 * Adds the loss of a tool that only another dialect's upstreams run.
 *
 * @throws RequestRefused if nothing would be left of the client's request
 */
export function loseServerTool({ kind, dialect }: ServerTool, request: CanonicalRequest, losses: Loss[]): void {
  if (MCP_TOOLS.has(kind)) throw new RequestRefused(NO_MCP, 'tools')
  if (kind === 'web_search' && asksForSearchAlone(request)) throw new RequestRefused(NO_SEARCH, 'tools')
  lose(losses, `tool ${kind}`, `only ${dialect} runs it`)
}

const MCP_TOOLS: ReadonlySet<string> = new Set(['mcp', 'mcp_toolset'])

/** Why a request that needs MCP servers is refused. */
export const NO_MCP =
  'this model’s provider does not connect to MCP servers; connect to them in the client, and offer their tools as functions'
/** Why a request for nothing but a search is refused. */
export const NO_SEARCH = 'this model does not search the web; choose a model that does, or offer a search as a function'

/** Next to functions a search is one option of several; alone, or chosen, it is what the client asks for. */
function asksForSearchAlone({ tools, parameters: { toolChoice } }: CanonicalRequest): boolean {
  if (toolChoice?.type === 'none') return false
  const isChosen =
    toolChoice?.type === 'tool' && tools.every(tool => tool.type === 'server' || tool.name !== toolChoice.name)
  return isChosen || tools.every(tool => tool.type === 'server')
}

/** Returns the refusal of a file that another provider keeps. */
export const refuseStored = (origin: string): RequestRefused =>
  new RequestRefused(`a file stored with ${origin} cannot be read by this model`)

/** Arguments for a dialect that only takes objects. */
export const NO_OBJECT = 'not a JSON object; sent as text inside one'

const onlyKnownTo = (dialect: string): LossReason => `only ${dialect} knows it`

/** `error.details.error_code` of Messages. */
export type RefusalDetail = 'thread_unsupported_request'

/**
 * The client's request cannot be understood, or cannot be met without changing its meaning. Becomes a 400 in its
 * dialect.
 */
export class RequestRefused extends Error {
  constructor(
    message: string,
    /** The member of the request; null: the request as a whole. */
    readonly param: string | null = null,
    /** A code that the client's SDK checks, if it repairs such requests itself. */
    readonly detail: RefusalDetail | null = null,
  ) {
    super(message)
    this.name = 'RequestRefused'
  }
}

import { type Patches, patchObject, readMember } from '@tollgate/gateway'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { type Envelope, envelopeOf, inspectedEnvelope } from '../../relay/request/envelope.ts'
import { makeLongText } from '../../relay/request/large-body/long-text.ts'
import { patchInto } from '../../relay/request/large-body/patch-in-turns.ts'
import { LONGEST_AT_ONCE, weightOf } from '../../relay/request/large-body/write-in-turns.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { SUMMARISE } from './compaction.ts'
import type { Item } from './store/index.ts'

/** A request with all items filled in. */
interface Expansion {
  items: readonly Item[]
  kind: 'response' | 'background' | 'compaction' | 'count'
  /** The upstream stores the previous response, which is not among the items. */
  keepsPrevious: boolean
}

/** Copies in memory: as received, as text and as sent. */
const COPIES = 3
const LARGEST_REQUEST = 64 * 1024 * 1024

/**
 * Fills in the conversation that a request continues, so that the upstream needs only the request.
 *
 * @throws ApiError
 */
export async function expandRequest(
  envelope: Envelope,
  { items, kind, keepsPrevious }: Expansion,
  call: RelayCall,
  deps: StatefulDeps,
): Promise<Envelope> {
  const input = kind === 'compaction' ? [...items, SUMMARISE] : items
  const patches: Patches = {
    ...(!keepsPrevious && { previous_response_id: undefined }),
    conversation: undefined,
    ...(kind !== 'count' && unstored(envelope)),
    ...(kind === 'background' && { stream: true }),
    ...(kind === 'compaction' && { stream: false, text: undefined, tool_choice: undefined }),
  }
  return rewritten(envelope, patches, input, call, deps)
}

/**
 * Returns the envelope of a request with another input.
 *
 * @throws ApiError
 */
export async function rewritten(
  envelope: Envelope,
  patches: Patches,
  input: readonly Item[],
  call: RelayCall,
  { contentFilter }: StatefulDeps,
): Promise<Envelope> {
  if (envelope.isLarge || weightOf(input, LONGEST_AT_ONCE) > LONGEST_AT_ONCE) {
    const inspection = { format: call.endpoint.format, forbiddenWords: contentFilter.words() }
    const inspected = await makeLongText(async text => {
      await patchInto(text, envelope.body, patches, new Map([['input', input]]))
      return text.inspected(inspection)
    })
    admit(inspected.text, call)
    return inspectedEnvelope(inspected, call)
  }
  const { text } = patchObject(envelope.body, { ...patches, input })
  admit(text, call)
  return envelopeOf(text, call, contentFilter)
}

/** @throws ApiError */
function admit({ length }: string, { memory }: RelayCall): void {
  if (length > LARGEST_REQUEST) throw relayError('body_too_large', { limit: '64 MiB' })
  memory.grow(length * COPIES)
}

/** The upstream need not store what is stored here; it returns its reasoning encrypted instead. */
function unstored({ body }: Envelope): Patches {
  const include = readMember(body, 'include')
  return {
    background: undefined,
    store: false,
    include: [...new Set([...(Array.isArray(include) ? include : []), SEALED_REASONING])],
  }
}

const SEALED_REASONING = 'reasoning.encrypted_content'

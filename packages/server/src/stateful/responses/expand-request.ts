import { type Patches, patchObject, readMember } from '@tollgate/gateway'
import type { RelayCall } from '../../relay/call/relay-call.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { type Envelope, envelopeOf } from '../../relay/request/envelope.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { SUMMARISE } from './compaction.ts'
import type { Item } from './store/index.ts'

/** What becomes of a request with all its items in it. */
interface Expansion {
  items: readonly Item[]
  kind: 'response' | 'background' | 'compaction' | 'count'
  /** The upstream keeps what it goes on from, which is none of the items. */
  keepsPrevious: boolean
}

/** As received, as text and as sent. */
const COPIES = 3
const LARGEST_REQUEST = 64 * 1024 * 1024

/**
 * Writes what a request goes on from into it, so that no upstream has to know more than the request.
 *
 * @throws ApiError
 */
export async function expandRequest(
  envelope: Envelope,
  { items, kind, keepsPrevious }: Expansion,
  call: RelayCall,
  { contentFilter }: StatefulDeps,
): Promise<Envelope> {
  const patches: Patches = {
    input: kind === 'compaction' ? [...items, SUMMARISE] : items,
    ...(!keepsPrevious && { previous_response_id: undefined }),
    conversation: undefined,
    ...(kind !== 'count' && unstored(envelope)),
    ...(kind === 'background' && { stream: true }),
    ...(kind === 'compaction' && { stream: false, text: undefined, tool_choice: undefined }),
  }
  const { text } = patchObject(envelope.body, patches)
  if (text.length > LARGEST_REQUEST) throw relayError('body_too_large', { limit: '64 MiB' })
  call.memory.grow(text.length * COPIES)
  return envelopeOf(text, call, contentFilter)
}

/** No upstream needs to keep what is kept here; its reasoning comes back sealed instead. */
function unstored({ body }: Envelope): Patches {
  const include = readMember(body, 'include')
  return {
    background: undefined,
    store: false,
    include: [...new Set([...(Array.isArray(include) ? include : []), SEALED_REASONING])],
  }
}

const SEALED_REASONING = 'reasoning.encrypted_content'

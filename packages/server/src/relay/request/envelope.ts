import {
  estimateInput,
  type Format,
  hasMark,
  type InputFacts,
  type MeteredCall,
  meters,
  patchObject,
  type RequestCounts,
  type RequestMark,
  readMember,
  readMembersOf,
  type ScannedObject,
  scanObject,
} from '@tollgate/gateway'
import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import { asRequestError } from './as-request-error.ts'
import type { ContentFilter } from './content-filter.ts'
import { factsOf } from './facts-of.ts'
import { type Frame, frameOf, type RequestFacts } from './frame.ts'
import type { Inspected } from './large-body/inspect-body.ts'
import { inspectTextInThread } from './large-body/inspection-pool.ts'
import { patchInTurns } from './large-body/patch-in-turns.ts'
import { type Form, readForm, type Sender } from './multipart/form.ts'
import { LONGEST_READ_AT_ONCE_BYTES, readBody } from './read-body.ts'

/** What pricing needs to know of a request. */
export type ChargedRequest = MeteredCall

/** What the relay needs to know about a request; the body stays as the client wrote it. */
export interface Envelope extends ChargedRequest, RequestFacts {
  /** The JSON body, or a form's small fields as JSON. */
  body: ScannedObject
  /** The multipart form that is sent on instead of JSON; null: the body is JSON. */
  form: Form | null
  /** What it shares with other calls. null: it is a form, too long, or in a format without a conversation. */
  frame: Frame | null
  /** Whether it contains a forbidden word; undefined: not searched yet. */
  hasForbiddenWords: boolean | undefined
  /** Facts about the input's size in its text; undefined: not searched yet. */
  inputFacts: InputFacts | undefined
  /** Whether its text may contain something that needs special handling. */
  hasMark(mark: RequestMark): boolean
  /** So long that each pass over its text would delay other calls. */
  isLarge: boolean
}

/** @throws ApiError */
export async function readEnvelope(
  request: Request,
  call: RelayCall,
  contentFilter: ContentFilter,
  sender: Sender,
): Promise<Envelope> {
  const { endpoint, memory } = call
  const form = endpoint.form ? await readForm(request, endpoint, memory, sender) : null
  if (endpoint.sound && !form)
    throw relayError('body_not_form', { reason: 'its content type is not multipart/form-data' })
  const inspection = { format: endpoint.format, forbiddenWords: contentFilter.words() }
  const body = form?.text ?? (await readBody(request, inspection, memory, sender.steadiness))
  return typeof body === 'string' ? buildEnvelope(body, form, call) : inspectedEnvelope(body, call)
}

/**
 * Returns the envelope of a body that the gateway wrote from the client's.
 *
 * @throws ApiError
 */
export async function envelopeOf(text: string, call: RelayCall, contentFilter: ContentFilter): Promise<Envelope> {
  if (text.length <= LONGEST_READ_AT_ONCE_BYTES) return buildEnvelope(text, null, call)
  const inspection = { format: call.endpoint.format, forbiddenWords: contentFilter.words() }
  return inspectedEnvelope(await inspectTextInThread(text, inspection), call)
}

/** The same for a large body that a thread has inspected. @throws ApiError */
export async function inspectedEnvelope(inspected: Inspected, call: RelayCall): Promise<Envelope> {
  const { deployment: model, endpoint } = call
  try {
    const { text, members } =
      model === undefined ? inspected : await patchInTurns(inspected, { model }, endpoint.format)
    return envelopeAround(inspected.text, { text, members }, null, call, inspected)
  } catch (error) {
    throw asRequestError(error)
  }
}

function buildEnvelope(text: string, form: Form | null, call: RelayCall): Envelope {
  const { endpoint, deployment } = call
  try {
    const scanned = scanObject(text, readMembersOf(endpoint.format))
    const body = deployment === undefined ? scanned : patchObject(scanned, { model: deployment })
    return envelopeAround(text, body, form, call)
  } catch (error) {
    throw asRequestError(error)
  }
}

/** @param inspected the result of inspecting a large body in a thread */
function envelopeAround(
  text: string,
  body: ScannedObject,
  form: Form | null,
  call: RelayCall,
  inspected?: Inspected,
): Envelope {
  const frame = form || inspected ? null : frameOf(body, call, () => factsOf(body, call))
  const facts = frame?.facts ?? factsOf(body, call)
  return new ReadEnvelope(text, body, form, frame, facts, call.endpoint.format, inspected)
}

/** A class, because every call has one: its closures would cost more than their work. */
class ReadEnvelope implements Envelope {
  readonly model: string
  readonly isStream: boolean
  readonly wantsUsage: boolean
  readonly maxTokens: number | undefined
  readonly choices: number
  readonly reasoningEffort: string | undefined
  readonly hasForbiddenWords: boolean | undefined
  readonly inputFacts: InputFacts | undefined
  readonly isLarge: boolean
  private tokens: number | undefined
  private counted: RequestCounts | undefined

  constructor(
    readonly text: string,
    readonly body: ScannedObject,
    readonly form: Form | null,
    readonly frame: Frame | null,
    facts: RequestFacts,
    private readonly format: Format,
    private readonly inspected: Inspected | undefined,
  ) {
    this.model = facts.model
    this.isStream = facts.isStream
    this.wantsUsage = facts.wantsUsage
    this.maxTokens = facts.maxTokens
    this.choices = facts.choices
    this.reasoningEffort = facts.reasoningEffort
    this.hasForbiddenWords = inspected?.hasForbiddenWords
    this.inputFacts = inspected?.inputFacts
    this.isLarge = inspected !== undefined
    this.tokens = inspected?.inputTokens
    this.counted = inspected?.counts
  }

  // Arrow functions, because callers pass these three on without `this`.
  readonly member = (name: string): unknown => readMember(this.body, name)
  readonly hasMark = (mark: RequestMark): boolean => this.inspected?.marks.includes(mark) ?? hasMark(this.text, mark)
  readonly inputTokens = (): number => {
    this.tokens ??= estimateInput(this.text)
    return this.tokens
  }

  get counts(): RequestCounts | undefined {
    this.counted ??= meters[this.format].count?.(this.body)
    return this.counted
  }

  get soundSeconds(): number {
    return this.form?.soundSeconds() ?? 0
  }

  get files(): number {
    return this.form?.files() ?? 0
  }
}

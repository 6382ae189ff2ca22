import type {
  HoldPlan,
  Loss,
  PollCall,
  RequestMark,
  ResponsePipeline,
  ScannedObject,
  SizedText,
  StopCall,
  WireFormat,
} from '@tollgate/gateway'
import type { SentRequest } from '../call/sent-request.ts'
import type { Body } from './body.ts'

/** A request ready to be sent to one upstream, and how its response is processed. */
export interface UpstreamRequest extends SentRequest {
  losses: Loss[]
  /** The format sent over the wire. */
  format: WireFormat
  url: string
  headers: Record<string, string>
  body: Body
  /** The scanned body, where it is the client's own with some members patched. */
  scanned?: ScannedObject
  /** Parts were taken out of the client's own body, so that less is to be read. */
  isTrimmed?: boolean
  /** The response may be passed on as it arrives. */
  isStream: boolean
  /** Its upstream streams what the client wants whole. */
  isCollected: boolean
  /** How the upstream is told to stop, where that takes more than to hang up. */
  stop?(heard: string): StopCall | null
  /** Where the answer of a task is asked for, where answers may be tasks. */
  poll?(body: string): PollCall | null
  /** A stream is one JSON array, whose content type is that of a whole response. */
  streamsJson: boolean
  pipeline: ResponsePipeline
  /** Turns a whole response into the stream the client asked for; absent: it asked for none, or it cannot be written. */
  asStream?(body: Uint8Array): Uint8Array
  /** What it was put together from; absent: it was written for itself. */
  kept?: KeptRequest
}

/**
 * A request as it was written for one channel, without its conversation: the next request with the same frame is put together from it.
 * Kept only where nothing of the conversation had a part in it.
 */
export interface KeptRequest {
  fixed: Omit<UpstreamRequest, 'body' | 'scanned' | 'losses' | 'asStream' | 'kept'>
  /** The text around the conversation. */
  before: string
  after: string
  /** The member that holds the conversation. */
  conversation: string
  /** The client's own body goes up as it is. */
  isUnchanged: boolean
  losses: readonly Loss[]
  /** The client's headers that were looked at, and what they said. */
  headers: readonly { name: string; value: string | null }[]
  /** The address that was looked at; null: nobody looked. */
  clientUrl: string | null
  /** The marks that were looked for. None was found. */
  marks: readonly RequestMark[]
  /** Plans the hold of a request with another conversation; null: the conversation has a part in it. Absent: not prepared yet. */
  hold?: ((sized: SizedText) => HoldPlan) | null
}

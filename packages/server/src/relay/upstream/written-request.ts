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
import type { WrittenBody } from '../request/large-body/long-text.ts'
import type { Body } from './body.ts'

/** A request ready to be sent to one upstream, and how its response is processed. */
export interface UpstreamRequest extends SentRequest {
  losses: Loss[]
  /** The format sent over the wire. */
  format: WireFormat
  url: string
  headers: Record<string, string>
  body: Body
  /** The scanned body, if it is the client's own with some members patched. */
  scanned?: ScannedObject
  /** The body as a thread wrote and read it. Absent: it is short, or the client's own. */
  inspected?: WrittenBody
  /** Parts were removed from the client's own body, so the upstream reads less. */
  isTrimmed?: boolean
  /** The response may be passed on as it arrives. */
  isStream: boolean
  /** The upstream streams an answer that the client wants whole. */
  isCollected: boolean
  /** Returns the call that stops the upstream; absent: closing the connection is enough. */
  stop?(heard: string): StopCall | null
  /** Returns where to poll for a task's answer; absent: the upstream starts no tasks. */
  poll?(body: string): PollCall | null
  /** A stream is one JSON array, whose content type is that of a whole response. */
  streamsJson: boolean
  pipeline: ResponsePipeline
  /** Turns a whole response into the stream that the client asked for; absent: it asked for none, or this is not possible. */
  asStream?(body: Uint8Array): Uint8Array
  /** The kept request it was assembled from; absent: none. */
  kept?: KeptRequest
}

/**
 * A request written for one channel, without its conversation; the next request with the same frame is assembled from it. Kept
 * only if it does not depend on the conversation.
 */
export interface KeptRequest {
  fixed: Omit<UpstreamRequest, 'body' | 'scanned' | 'losses' | 'asStream' | 'kept'>
  /** The text around the conversation. */
  before: string
  after: string
  /** The member that holds the conversation. */
  conversation: string
  /** The client's own body is sent unchanged. */
  isUnchanged: boolean
  losses: readonly Loss[]
  /** The client's headers that were read, with their values. */
  headers: readonly { name: string; value: string | null }[]
  /** The client's URL if it was read; null: it was not. */
  clientUrl: string | null
  /** The marks that were searched for and not found. */
  marks: readonly RequestMark[]
  /** Plans the hold for another conversation; null: it depends on the conversation. Absent: not prepared yet. */
  hold?: ((sized: SizedText) => HoldPlan) | null
}

import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { AdmittedCall } from '../../relay/hold/call-run.ts'
import type { ResponseEvent } from './events.ts'
import type { Item } from './store/index.ts'

/** One frame of a stream. */
export interface StoredFrame {
  event: string | null
  data: string
}

/** Why a response in the background failed. */
export interface Fault {
  code: string
  message: string
}

export const STOPPED: Fault = { code: 'server_error', message: 'The server was stopped' }

/** How the responses of one format are stored and generated in the background. */
export interface StoredFormat {
  /** The member that holds the items of a response. */
  items: 'output' | 'steps'
  /**
   * Returns a function that takes a stream's frames and returns the response once it is complete.
   *
   * @param most the characters of the longest response that is stored
   */
  reader(most: number): (frame: StoredFrame) => Item | null
  /** Turns a stream's frame into the numbered event that followers of a background call read. */
  event(data: string, number: number): ResponseEvent
  /** Returns a response that was just queued. */
  queued(admitted: AdmittedCall, stored: StoredCall, now: number): Item
  failed(response: Item, fault: Fault): Item
  /** Returns the event that ends the stream of a response that failed before its first frame. */
  failure(failed: Item): ResponseEvent
}

/** Returns the items of a response or the steps of an interaction. */
export const itemsOf = (response: Item, { items }: StoredFormat): Item[] => {
  const found = response[items]
  return Array.isArray(found) ? (found as Item[]) : []
}

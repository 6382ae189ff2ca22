import type { SentRequest } from '../call/sent-request.ts'

/** The client has closed its connection. */
export class ClientGone extends Error {
  override name = 'ClientGone'
  /** Absent: no request was written yet. */
  sentRequest?: SentRequest

  /** @param wasSent its request was sent to an upstream, so the prompt must be paid for */
  constructor(readonly wasSent = false) {
    super('the client left')
  }
}

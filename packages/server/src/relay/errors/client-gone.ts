import type { SentRequest } from '../upstream/sent-request.ts'

/** The client left; nobody is there to be told. */
export class ClientGone extends Error {
  override name = 'ClientGone'
  /** Absent: there was no request to an upstream yet. */
  asked?: SentRequest

  /** @param wentUp its request had gone up to an upstream: the prompt is to be paid for */
  constructor(readonly wentUp = false) {
    super('the client left')
  }
}

import type { Asked } from './asked.ts'

/** The client left; nobody is there to be told. */
export class ClientGone extends Error {
  override name = 'ClientGone'
  /** Absent: there was no request to an upstream yet. */
  asked?: Asked

  /** @param wentUp its request had gone up to an upstream: the prompt is to be paid for */
  constructor(readonly wentUp = false) {
    super('the client left')
  }
}

/** Thrown for a response that is longer than allowed. */
export class TooLong extends Error {
  override name = 'TooLong'

  constructor(maxBytes: number) {
    super(`the response is longer than ${maxBytes} bytes`)
  }
}

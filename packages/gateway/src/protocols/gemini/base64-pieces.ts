import { Buffer } from 'node:buffer'

/** Joins pieces of base64, each with its own padding. */
export class Base64Pieces {
  private rest: Buffer = Buffer.alloc(0)

  /** Returns the new base64 of the whole, up to the last full group of three bytes. */
  push(piece: string): string {
    const bytes = Buffer.concat([this.rest, Buffer.from(piece, 'base64')])
    const full = bytes.length - (bytes.length % 3)
    this.rest = bytes.subarray(full)
    return bytes.subarray(0, full).toString('base64')
  }

  end(): string {
    return this.rest.toString('base64')
  }
}

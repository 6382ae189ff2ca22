import { Buffer } from 'node:buffer'

/** Pieces of base64, each padded on its own, as one text of it. */
export class Base64Pieces {
  private rest: Buffer = Buffer.alloc(0)

  /** What is known of the whole with this piece: up to the last full group of three bytes. */
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

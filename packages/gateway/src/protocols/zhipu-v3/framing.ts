import type { Stage } from '../../raw/stage.ts'
import { type SseFrame, splitSse } from '../../stage/sse.ts'
import type { Frame } from '../common/dialect.ts'

/**
 * Splits a stream into messages whose data is plain text and whose `meta` line is JSON: both become members of one
 * object.
 */
export function splitMetaStream(): Stage<Uint8Array, Frame> {
  const outer = splitSse()
  return {
    push: chunk => outer.push(chunk).map(withMeta),
    end: () => outer.end().map(withMeta),
  }
}

function withMeta({ bytes, event, data, isOversized }: SseFrame): Frame {
  if (isOversized) return { event, data, isOversized }
  const meta = /(?:^|\n)meta:([^\r\n]*)/.exec(decoder.decode(bytes))?.[1]
  return { event, data: event === null && data === null ? null : JSON.stringify({ data, meta }) }
}

const decoder = new TextDecoder()

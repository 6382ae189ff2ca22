import { parseExact } from '../canonical/exact-json.ts'
import type { Dialect, WriteAnswerContext } from '../protocols/common/dialect.ts'

/** Returns a whole answer as the stream its client asked for, for upstreams that do not stream. */
export function wholeAsStream(dialect: Dialect, body: Uint8Array, context: WriteAnswerContext): Uint8Array {
  const events = dialect.readWhole(parseExact(new TextDecoder().decode(body)))
  const writer = dialect.writeStream(context)
  return new TextEncoder().encode([...events.flatMap(writer.push), ...writer.end()].join(''))
}

import { describe, expect, test } from 'bun:test'
import type { Ask } from '../../canonical/ask.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import { objectOrEmpty } from '../../raw/json.ts'
import { bedrock } from '../bedrock/index.ts'
import { cohere } from '../cohere/index.ts'
import type { Dialect, UpstreamDialect } from '../dialect.ts'
import { dialects } from '../index.ts'
import { AskRefused, type Loss } from '../losses.ts'
import { askEssence, undeclared } from './essence.ts'
import { readBack } from './read-back.ts'
import { readRecordings } from './recordings.ts'
import { unnamed } from './unnamed.ts'

const asks = readRecordings().flatMap(({ name, dialect, request, address, status }) => {
  const from: Dialect | undefined = (dialects as Record<string, Dialect>)[dialect]
  const isAsk = status === 200 && Object.keys(request).length > 0
  const ask = from && isAsk ? orRefused(() => from.readAsk(request, address)) : null
  return ask ? [{ name, ask }] : []
})

describe.each(Object.values(dialects))('written for $id', dialect => {
  test.each(asks)('$name survives, or its losses are declared and named in its tables', ({ ask }) => {
    const written = write(dialect, ask)
    if (written === null) return
    const after = dialect.readAsk(parseExact(JSON.stringify(written.body)), ask)
    expect(undeclared(askEssence(ask), askEssence(withDefaults(after, ask)), written.losses)).toEqual({})
    expect(unnamed(dialect, written.losses)).toEqual([])
  })
})

/** Models whose upstreams speak what no client does. */
const UPSTREAM_ONLY = [
  { dialect: bedrock, model: 'us.amazon.nova-pro-v1:0', read: readBack.bedrock },
  { dialect: bedrock, model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', read: readBack.bedrock },
  { dialect: cohere, model: 'command-a-03-2025', read: readBack.cohere },
]

describe.each(UPSTREAM_ONLY)('written for $model', ({ dialect, model, read }) => {
  test.each(asks)('$name survives, or its losses are declared and named in its tables', ({ ask }) => {
    const written = write(dialect, ask, model)
    if (written === null) return
    const after = read(objectOrEmpty(parseExact(JSON.stringify(written.body))), ask)
    expect(undeclared(askEssence(ask), askEssence(withDefaults(after, ask)), written.losses)).toEqual({})
    expect(unnamed(dialect, written.losses)).toEqual([])
  })
})

function write(dialect: UpstreamDialect, ask: Ask, model = ask.model): { body: unknown; losses: Loss[] } | null {
  return orRefused(() => dialect.writeAsk(ask, { model }))
}

/** null: refused, and said why. */
function orRefused<T>(convert: () => T): T | null {
  try {
    return convert()
  } catch (error) {
    expect(error).toBeInstanceOf(AskRefused)
    return null
  }
}

/** A limit the client did not give is the dialect's own need. */
const withDefaults = (after: Ask, before: Ask): Ask =>
  before.parameters.maxTokens === undefined
    ? { ...after, parameters: { ...after.parameters, maxTokens: undefined } }
    : after

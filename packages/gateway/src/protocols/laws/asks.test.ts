import { describe, expect, test } from 'bun:test'
import { parseExact } from '../../canonical/exact-json.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import { type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { dialect as aiProxyLibrary } from '../aiproxy-library/index.ts'
import { dialect as bedrock } from '../bedrock/index.ts'
import { dialect as cloudflareRun } from '../cloudflare-run/index.ts'
import { dialect as cohere } from '../cohere/index.ts'
import type { Dialect, UpstreamDialect } from '../common/dialect.ts'
import { type Loss, RequestRefused } from '../common/losses.ts'
import { dialect as coze } from '../coze/index.ts'
import { dialect as dify } from '../dify/index.ts'
import { dialect as ernie } from '../ernie/index.ts'
import { dialect as hunyuan } from '../hunyuan/index.ts'
import { dialects } from '../index.ts'
import { dialect as spark } from '../spark/index.ts'
import { dialect as zhipuV3 } from '../zhipu-v3/index.ts'
import { type Essence, requestEssence, undeclared } from './essence.ts'
import { readBack } from './read-back.ts'
import { readRecordings } from './recordings.ts'
import { unnamed } from './unnamed.ts'

const requests = readRecordings().flatMap(({ name, dialect, request, address, status }) => {
  const from: Dialect | undefined = (dialects as Record<string, Dialect>)[dialect]
  const isRequest = status === 200 && Object.keys(request).length > 0
  const canonical = from && isRequest ? orRefused(() => from.readRequest(request, address)) : null
  return canonical ? [{ name, request: canonical }] : []
})

describe.each(Object.values(dialects))('requests in $id', dialect => {
  test.each(requests)(
    '$name survives, or its losses are declared and named in its tables',
    ({ request: canonical }) => {
      const written = write(dialect, canonical)
      if (written === null) return
      const after = dialect.readRequest(parseExact(JSON.stringify(written.body)), canonical)
      expect(
        undeclared(requestEssence(canonical), requestEssence(withDefaults(after, canonical)), written.losses),
      ).toEqual({})
      expect(unnamed(dialect, written.losses)).toEqual([])
    },
  )
})

interface UpstreamOnly {
  dialect: UpstreamDialect
  model: string
  read(body: JsonObject, asked: CanonicalRequest): CanonicalRequest
  joins?: true
}

/** Models whose upstreams speak a format no client does. `joins`: texts of several turns are joined with whitespace. */
const UPSTREAM_ONLY: readonly UpstreamOnly[] = [
  { dialect: bedrock, model: 'us.amazon.nova-pro-v1:0', read: readBack.bedrock },
  { dialect: bedrock, model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', read: readBack.bedrock },
  { dialect: cohere, model: 'command-a-03-2025', read: readBack.cohere },
  { dialect: hunyuan, model: 'hunyuan-pro', read: readBack.hunyuan, joins: true },
  { dialect: dify, model: 'dify-app', read: readBack.question, joins: true },
  { dialect: coze, model: 'my-bot', read: readBack.coze, joins: true },
  { dialect: spark, model: 'SparkDesk-v3.5', read: readBack.spark, joins: true },
  { dialect: ernie, model: 'ERNIE-4.0-8K', read: readBack.ernie, joins: true },
  { dialect: zhipuV3, model: 'chatglm_turbo', read: readBack.zhipuV3, joins: true },
  { dialect: aiProxyLibrary, model: 'library-model', read: readBack.question, joins: true },
  { dialect: cloudflareRun, model: '@cf/meta/llama-3.1-8b-instruct', read: readBack.prompt, joins: true },
]

describe.each(UPSTREAM_ONLY)('requests for $model', ({ dialect, model, read, joins = false }) => {
  test.each(requests)(
    '$name survives, or its losses are declared and named in its tables',
    ({ request: canonical }) => {
      const written = write(dialect, canonical, model)
      if (written === null) return
      const after = read(objectOrEmpty(parseExact(JSON.stringify(written.body))), canonical)
      const essence = (request: CanonicalRequest) => (joins ? withoutSpace(request) : requestEssence(request))
      expect(undeclared(essence(canonical), essence(withDefaults(after, canonical)), written.losses)).toEqual({})
      expect(unnamed(dialect, written.losses)).toEqual([])
    },
  )
})

function withoutSpace(request: CanonicalRequest): Essence {
  const squeezed = Object.entries(requestEssence(request)).map(([facet, value]) => [
    facet,
    facet.endsWith('Text') ? String(value).replaceAll(/\s/g, '') : value,
  ])
  return Object.fromEntries(squeezed)
}

function write(
  dialect: UpstreamDialect,
  canonical: CanonicalRequest,
  model = canonical.model,
): { body: unknown; losses: Loss[] } | null {
  return orRefused(() => dialect.writeRequest(canonical, { model }))
}

/** null: refused, with a reason. */
function orRefused<T>(convert: () => T): T | null {
  try {
    return convert()
  } catch (error) {
    expect(error).toBeInstanceOf(RequestRefused)
    return null
  }
}

/** A limit the client did not set is the dialect's own requirement. */
const withDefaults = (after: CanonicalRequest, before: CanonicalRequest): CanonicalRequest =>
  before.parameters.maxTokens === undefined
    ? { ...after, parameters: { ...after.parameters, maxTokens: undefined } }
    : after

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { freePort } from '../../../../../scripts/lib/free-port.mjs'
import { databases, type TestDatabase } from '../../../test/support/databases.ts'
import { type Operator, setUpGateway } from '../../../test/support/gateway.ts'
import { type GatewayProcess, runProgram, startGatewayProcess } from '../../../test/support/gateway-process.ts'
import { openRealtime } from '../../../test/support/realtime-client.ts'
import { startRealtimeUpstream } from '../../../test/support/realtime-upstream.ts'
import { until } from '../../../test/support/until.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code: number; message?: string }
  attributes: { key: string; value: Record<string, unknown> }[]
}
const PROMPT = 'a prompt that nobody sees'
const KEY = 'sk-upstream-canary'
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'
const [sqlite] = databases()

/** An OTLP collector, and two upstreams: one that fails, one that answers. */
function startOutside() {
  const bodies: string[] = []
  const upstreamHeaders: Headers[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/collector/v1/traces') {
        bodies.push(await request.text())
        return Response.json({})
      }
      upstreamHeaders.push(request.headers)
      if (pathname.startsWith('/broken'))
        return Response.json({ error: { message: `no ${KEY} at 10.0.0.1` } }, { status: 500 })
      return Response.json({
        id: 'c',
        object: 'chat.completion',
        model: 'good',
        choices: [{ index: 0, message: { role: 'assistant', content: 'an answer' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
      })
    },
  })
  const spans = () =>
    bodies.flatMap(
      body =>
        JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
          resource.scopeSpans.flatMap(({ spans }) => spans),
        ) as Span[],
    )
  return { server, bodies, spans, upstreamHeaders, url: `http://127.0.0.1:${server.port}` }
}

const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe.each([['false'], ['true']])('with an OTLP address, trace headers for upstreams: %s', forwards => {
  let outside: ReturnType<typeof startOutside>
  let database: TestDatabase
  let gateway: GatewayProcess
  let operator: Operator
  let bearer: string
  beforeAll(async () => {
    if (!sqlite) throw new Error('no database to test on')
    outside = startOutside()
    database = await sqlite.open()
    gateway = await startGatewayProcess(database.place, await freePort(), {
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `${outside.url}/collector/`,
        TRACE_UPSTREAMS: forwards,
      },
    })
    operator = await setUpGateway(gateway.url)
    await operator.setOption('ModelRatio', JSON.stringify({ good: 1 }))
    await operator.makeChannel({ base_url: `${outside.url}/broken`, models: 'good', key: KEY, priority: 9 })
    await operator.makeChannel({ base_url: `${outside.url}/good`, models: 'good', key: KEY })
    bearer = (await operator.makeToken()).bearer
  })
  afterAll(async () => {
    await gateway.kill()
    await outside.server.stop(true)
    await database.close()
  })

  const call = (headers: Record<string, string> = {}, model = 'good') =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...headers },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: PROMPT }] }),
    })

  test('a call is a span of the client’s trace, with its attempts as children', async () => {
    const response = await call({ traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`, 'x-request-id': 'the-request' })
    expect(response.status).toBe(200)
    const spans = await until(
      async () => outside.spans().filter(({ traceId }) => traceId === TRACE_ID),
      spans => spans.length === 3,
    )
    const whole = spans.find(({ name }) => name === 'call openai-chat')
    const attempts = spans.filter(({ name }) => name === 'attempt')
    expect(whole?.parentSpanId).toBe(PARENT_ID)
    expect(attempts.map(({ parentSpanId }) => parentSpanId)).toEqual([whole?.spanId, whole?.spanId])
    expect(whole && attributesOf(whole)).toEqual({
      'tollgate.request_id': 'the-request',
      'tollgate.dialect': 'openai-chat',
      'url.path': '/v1/chat/completions',
      'gen_ai.request.model': 'good',
      'tollgate.channel': 2,
      'http.response.status_code': 200,
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 3,
      'tollgate.quota': expect.anything(),
    })
    expect(attempts.map(attributesOf).map(one => [one['tollgate.channel'], one['http.response.status_code']])).toEqual([
      [1, 500],
      [2, 200],
    ])
    expect(attempts.map(({ status }) => status.code === 2)).toEqual([true, false])
    const told = outside.upstreamHeaders.map(headers => headers.get('traceparent'))
    expect(told).toEqual(
      forwards === 'true' ? attempts.map(({ spanId }) => `00-${TRACE_ID}-${spanId}-01`) : [null, null],
    )
  })

  test('without a usable traceparent a new trace starts, also for failed calls', async () => {
    const before = outside.spans().length
    for (const traceparent of ['nonsense', '00-00000000000000000000000000000000-0000000000000000-01'])
      expect((await call({ traceparent }, 'nobody serves this')).status).toBeGreaterThanOrEqual(400)
    expect((await fetch(`${gateway.url}/v1/chat/completions`, { method: 'POST' })).status).toBe(401)
    const spans = await until(
      async () => outside.spans().slice(before),
      spans => spans.length === 3,
    )
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(3)
    for (const span of spans) expect([span.status.code, span.parentSpanId ?? '']).toEqual([2, ''])
  })

  test('a live session is a span, with its attempts and its responses as children', async () => {
    const live = await startRealtimeUpstream()
    const [prices, models] = [JSON.stringify({ good: 1, live: 1 }), 'live']
    await operator.setOption('ModelRatio', prices)
    await operator.makeChannel({ base_url: `${outside.url}/broken`, models, key: KEY, priority: 9 })
    const { id } = await operator.makeChannel({ base_url: live.url, models, key: KEY })
    const traceId = TRACE_ID.replace('4', '7')
    const headers = { authorization: `Bearer ${bearer}`, traceparent: `00-${traceId}-${PARENT_ID}-01` }
    const client = openRealtime(`${gateway.url}/v1/realtime?model=live`, null, { headers })
    await client.hears('session.created')
    for (const turn of [1, 2]) {
      client.say({ type: 'response.create' })
      await client.hears('response.done', turn)
    }
    client.socket.close()
    const spans = await until(
      async () => outside.spans().filter(span => span.traceId === traceId),
      spans => spans.length === 5,
    )
    const whole = spans.find(({ name }) => name === 'call openai-realtime')
    const children = spans.filter(({ parentSpanId }) => parentSpanId === whole?.spanId)
    expect(children.map(({ name }) => name).sort()).toEqual(['attempt', 'attempt', 'response', 'response'])
    expect(whole && attributesOf(whole)).toMatchObject({ 'gen_ai.request.model': 'live', 'tollgate.channel': id })
    for (const response of children.filter(({ name }) => name === 'response'))
      expect(attributesOf(response)).toMatchObject({
        'gen_ai.usage.input_tokens': 132,
        'gen_ai.usage.output_tokens': 121,
        'http.response.status_code': 200,
      })
    const answering = children.find(span => span.name === 'attempt' && attributesOf(span)['tollgate.channel'] === id)
    expect(live.asked[0]?.headers.get('traceparent') ?? null).toBe(
      forwards === 'true' ? `00-${traceId}-${answering?.spanId}-01` : null,
    )
    live.stop()
  })

  test('a trace that the client does not record is not recorded', async () => {
    const other = TRACE_ID.replace('4', '5')
    expect((await call({ traceparent: `00-${other}-${PARENT_ID}-00` })).status).toBe(200)
    await call({ traceparent: `00-${TRACE_ID.replace('4', '6')}-${PARENT_ID}-01` })
    await until(
      async () => outside.spans(),
      spans => spans.some(({ traceId }) => traceId === TRACE_ID.replace('4', '6')),
    )
    expect(outside.spans().filter(({ traceId }) => traceId === other)).toEqual([])
  })

  test('no span contains a prompt, an answer, a key or an upstream’s words', () => {
    for (const body of outside.bodies)
      for (const secret of [PROMPT, 'an answer', KEY, bearer, '10.0.0.1']) expect(body).not.toContain(secret)
  })
})

test('without an OTLP address OpenTelemetry is not loaded', async () => {
  const program = `
    await import('${import.meta.dir}/../../start/build-app-context.ts')
    const { openTracing } = await import('${import.meta.dir}/open-tracing.ts')
    console.log(await openTracing({}, {}), Object.keys(require.cache).filter(path => /@opentelemetry\\/(sdk|exporter)/.test(path)).length)`
  expect((await runProgram(['-e', program], {})).stdout.trim()).toBe('null 0')
})

test('an invalid address stops the start', async () => {
  const { exitCode, stderr } = await runProgram([`${import.meta.dir}/../../main.ts`], {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318',
  })
  expect([exitCode, stderr.trim()]).toEqual([
    1,
    'The environment variable OTEL_EXPORTER_OTLP_ENDPOINT is wrong: must be an http(s) address.',
  ])
})

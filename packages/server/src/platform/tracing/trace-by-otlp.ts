import { hostname } from 'node:os'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent, setGlobalErrorHandler, TRACE_PARENT_HEADER } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { AttemptTrace, CallTrace, EndFacts, Tracing } from './tracing.ts'

interface How {
  /** The collector's address, without `/v1/traces`. */
  address: string
  service: string
  /** The share of calls that are traced when the client has not decided. */
  ratio: number
  /** Whether upstreams get `traceparent`. */
  forwards: boolean
  version: string
  log: Logger
}

const LONGEST_MODEL = 255
const QUIET_MS = 60_000
/** How long spans wait to be sent together. */
const BATCH_MS = 1_000
/** An unreachable collector must not delay a stopping server. */
const CLOSE_MS = 3_000

/** Sends spans in batches to an OTLP collector over HTTP. Extra headers come from OTEL_EXPORTER_OTLP_HEADERS. */
export function traceByOtlp({ address, service, ratio, forwards, version, log }: How): Tracing {
  tellOfFailures(log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        scheduledDelayMillis: BATCH_MS,
        exporter: new OTLPTraceExporter({ url: `${address.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  })
  const tracer = provider.getTracer('tollgate', version)

  function traceOf(span: Span): CallTrace {
    let isEnded = false
    const inside = trace.setSpan(ROOT_CONTEXT, span)
    let current = span
    return {
      attempt({ channel, channelType }) {
        const attributes = { 'tollgate.channel': channel, 'tollgate.channel_type': channelType }
        current = tracer.startSpan('attempt', { kind: SpanKind.CLIENT, attributes }, inside)
        return endOf(current)
      },
      within: name => traceOf(tracer.startSpan(name, { kind: SpanKind.SERVER }, inside)),
      end(facts) {
        if (isEnded) return
        isEnded = true
        endOf(span).end(facts)
      },
      upstreamHeaders: (): Record<string, string> =>
        forwards ? { [TRACE_PARENT_HEADER]: traceparentOf(current) } : {},
    }
  }

  return {
    begin({ requestId, dialect, path }, traceparent) {
      const attributes = { 'tollgate.request_id': requestId, 'tollgate.dialect': dialect, 'url.path': path }
      return traceOf(tracer.startSpan(`call ${dialect}`, { kind: SpanKind.SERVER, attributes }, parentOf(traceparent)))
    },
    async close() {
      await Promise.race([provider.shutdown(), Bun.sleep(CLOSE_MS)]).catch(() => undefined)
    },
  }
}

/** Continues the client's trace; without a usable header a new one starts. */
function parentOf(traceparent: string | null): Context {
  const parent = traceparent === null ? null : parseTraceParent(traceparent)
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

const endOf = (span: Span): AttemptTrace => ({
  end(facts) {
    span.setAttributes(attributesOf(facts))
    const isFailure = facts.code !== undefined || (facts.status ?? 200) >= 500
    if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR, message: facts.code ?? '' })
    span.end()
  },
})

/** Uses OpenTelemetry's names if it has one. https://opentelemetry.io/docs/specs/semconv/gen-ai/ */
const attributesOf = ({
  model,
  channel,
  status,
  code,
  promptTokens,
  completionTokens,
  quota,
}: EndFacts): Attributes => ({
  ...(model && { 'gen_ai.request.model': model.slice(0, LONGEST_MODEL) }),
  ...(channel && { 'tollgate.channel': channel }),
  ...(status && { 'http.response.status_code': status }),
  ...(code && { 'error.type': code }),
  ...(promptTokens !== undefined && { 'gen_ai.usage.input_tokens': promptTokens }),
  ...(completionTokens !== undefined && { 'gen_ai.usage.output_tokens': completionTokens }),
  ...(quota !== undefined && { 'tollgate.quota': quota }),
})

/** Logs at most once a minute: an unreachable collector loses traces and nothing else. */
function tellOfFailures(log: Logger): void {
  let saidAt = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler(error => {
    if (performance.now() - saidAt < QUIET_MS) return
    saidAt = performance.now()
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'traces could not be sent')
  })
}

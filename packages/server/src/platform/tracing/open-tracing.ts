import type { Logger } from 'pino'
import type { Environment } from '../process/environment.ts'
import type { Tracing } from './tracing.ts'

/** null without an OTLP address; OpenTelemetry is then not loaded at all. */
export async function openTracing(
  environment: Environment,
  { version, log }: { version: string; log: Logger },
): Promise<Tracing | null> {
  const address = environment.OTEL_EXPORTER_OTLP_ENDPOINT
  if (address === undefined) return null
  const { traceByOtlp } = await import('./trace-by-otlp.ts')
  return traceByOtlp({
    address,
    service: environment.OTEL_SERVICE_NAME,
    ratio: environment.OTEL_TRACES_SAMPLER_ARG,
    forwards: environment.TRACE_UPSTREAMS === 'true',
    version,
    log,
  })
}

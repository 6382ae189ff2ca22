import { availableParallelism, hostname } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'

/** Only Linux spreads connections over processes that share a port. */
export const SHARES_PORTS = process.platform === 'linux'
const USUAL_MOST_WORKERS = 4
/** Half the cores: a call through a worker costs more, and the database's threads need the other half. */
const usualWorkers = () => Math.max(1, Math.min(Math.floor(availableParallelism() / 2), USUAL_MOST_WORKERS))

const environment = z.object({
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform(path => resolve(path)),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// (leave it out for SQLite in DATA_DIR)')
    .optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis://')
    .optional(),
  SECRET_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  /** How long a stopping server waits for running calls. */
  DRAIN_SECONDS: z.coerce.number('must be a number of seconds').int().min(0).max(3_600).default(30),
  /** How many processes serve; with one, it is the started process itself. */
  WORKERS: z.coerce
    .number('must be a number of processes')
    .int()
    .min(1)
    .max(SHARES_PORTS ? 64 : 1, SHARES_PORTS ? undefined : 'more than one worker requires Linux')
    .default(SHARES_PORTS ? usualWorkers() : 1),
  /** Whether this server takes over from one on the same port and data: 1, the same as `--take-over`. */
  TAKE_OVER: z.enum(['0', '1']).default('0'),
  /** How long the old server's calls may wait for the database before the start is given up. */
  TAKE_OVER_SECONDS: z.coerce.number('must be a number of seconds').int().min(1).max(3_600).default(120),
  /** Calls that nobody made, with which a start lets the runtime compile the code; 0: none. */
  WARM_UP_CALLS: z.coerce.number('must be a number of calls').int().min(0).max(100_000).default(4_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Comma-joined addresses or ranges whose X-Forwarded-For header is trusted. */
  TRUSTED_PROXIES: z.string().default(''),
  /** The address that traces are sent to; absent: no traces. `/v1/traces` is appended to its path. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine(address => /^https?:\/\//i.test(address) && URL.canParse(address), 'must be an http(s) address')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('tollgate'),
  /** The share of calls that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number from 0 to 1').min(0).max(1).default(1),
  /** Whether upstreams get the trace's headers. */
  TRACE_UPSTREAMS: z.enum(['true', 'false']).default('false'),
})
export type Environment = z.output<typeof environment>

/** The server's name beside others: host and port. */
export const serverName = ({ PORT }: Environment): string => `${hostname()}:${PORT}`

/** Reads the environment. Throws a `StartError` with one clear sentence for an invalid value. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StartError(`The environment variable ${issue?.path.join('.')} is wrong: ${issue?.message}.`)
}

/** A reason why the server cannot start, written for the operator. */
export class StartError extends Error {
  override name = 'StartError'
}

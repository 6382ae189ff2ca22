import { BatchMismatch } from '../batch.ts'
import { ReportEnded } from '../report-limits.ts'
import { DatabaseUnavailable } from '../transient-errors.ts'

/** An error as JSON, between threads or processes. */
export interface WireError {
  name: string
  message: string
  code?: string
}

export function toWire(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message } = error
  return 'code' in error ? { name, message, code: String(error.code) } : { name, message }
}

/** Recreates the error, with its class if callers check for it. */
export function fromWire({ name, message, code }: WireError): Error {
  const error = MADE_ANEW[name]?.(message) ?? new Error(message)
  return Object.assign(error, code === undefined ? { name } : { name, code })
}

const MADE_ANEW: Readonly<Record<string, (message: string) => Error>> = {
  BatchMismatch: message => new BatchMismatch(message),
  DatabaseUnavailable: message => new DatabaseUnavailable(message),
  // Its message is its code.
  ReportEnded: message => new ReportEnded(message as ReportEnded['code']),
}

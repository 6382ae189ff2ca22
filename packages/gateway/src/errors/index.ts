export type { UpstreamError } from './upstream-error.ts'

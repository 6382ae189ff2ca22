export { maskKeys, maskSecrets } from './mask-secrets.ts'
export { findError, readUpstreamError } from './read-upstream-error.ts'
export { UNREADABLE, type UpstreamError } from './upstream-error.ts'
export { type ErrorDialect, type Failure, writeError, writeErrorEvent } from './write-error.ts'

import type { Dialect, UpstreamDialect } from './dialect.ts'

/** The wire formats clients speak, and providers too. One line each. */
export const dialects: Readonly<Record<string, Dialect>> = {}

/** All wire formats providers speak. */
export const upstreamDialects: Readonly<Record<string, UpstreamDialect>> = { ...dialects }

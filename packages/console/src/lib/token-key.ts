import type { Token } from '@tollgate/contract'

/** The key as clients send it. */
export const keyOf = (token: Token): string => `sk-${token.key}`

/** A key without its middle, for places where others may see it. */
export const hideKey = (key: string): string => `${key.slice(0, 7)}…${key.slice(-4)}`

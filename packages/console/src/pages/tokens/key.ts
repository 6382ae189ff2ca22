import type { Token } from '@tollgate/contract'

/** The key as clients send it. */
export const keyOf = (token: Token): string => `sk-${token.key}`

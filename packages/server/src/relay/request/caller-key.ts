import type { ErrorDialect } from '@tollgate/gateway'

/** The token key a caller sends, by the header of its dialect's clients; without `sk-`, empty when there is none. */
export function callerKey({ headers, url }: Request, dialect: ErrorDialect): string {
  const sent =
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    headers.get('authorization')?.replace(/^Bearer\s+/i, '') ??
    // Addresses end up in logs on the way, so only for the clients that know no better.
    (dialect === 'gemini' ? new URL(url).searchParams.get('key') : null) ??
    ''
  return sent.trim().replace(/^sk-/, '')
}

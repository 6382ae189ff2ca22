import type { ErrorDialect } from '@tollgate/gateway'

/** The token key of a request, from whichever header its client uses; without `sk-`, empty when there is none. */
export function callerKey({ headers, url }: Request, dialect: ErrorDialect): string {
  const sent =
    headers.get('x-api-key') ??
    headers.get('x-goog-api-key') ??
    // Azure's clients.
    headers.get('api-key') ??
    headers.get('authorization')?.replace(/^Bearer\s+/i, '') ??
    // URLs end up in logs, so the query counts only for the clients that use it.
    (dialect.name === 'gemini' ? new URL(url).searchParams.get('key') : null) ??
    ''
  return sent.trim().replace(/^sk-/, '')
}

import type { PlaygroundFormat } from '@tollgate/contract'
import type { WrittenRequest } from '../formats/format.ts'

const HEADERS: Record<PlaygroundFormat, string[]> = {
  'openai-chat': ['Authorization: Bearer $TOLLGATE_KEY'],
  'openai-responses': ['Authorization: Bearer $TOLLGATE_KEY'],
  'anthropic-messages': ['x-api-key: $TOLLGATE_KEY', 'anthropic-version: 2023-06-01'],
  gemini: ['x-goog-api-key: $TOLLGATE_KEY'],
}

/** The request as a shell command. `-N` shows a stream as it comes. */
export function curl(format: PlaygroundFormat, { path, body }: WrittenRequest, address: string): string {
  const isStreamed = body.stream === true || path.includes('alt=sse')
  const headers = [...HEADERS[format], 'Content-Type: application/json'].map(header => `  -H "${header}" \\\n`)
  const data = JSON.stringify(body, null, 2).replaceAll("'", "'\\''")
  return `curl ${isStreamed ? '-N ' : ''}'${address}${path}' \\\n${headers.join('')}  -d '${data}'`
}

import { type RecordingFile, readRecordingFiles } from '@tollgate/gateway/laws'

/** One exchange with a provider: request and response. */
export interface Recording {
  name: string
  provider: string
  isStream: boolean
  method: string
  path: string
  requestBody: string
  status: number
  contentType: string
  responseBody: Uint8Array
}

export const readRecordings = (): Recording[] => readRecordingFiles().map(toRecording)

function toRecording({ name, provider, exchange: { stream, request, response } }: RecordingFile): Recording {
  return {
    name,
    provider,
    isStream: stream,
    method: request.method,
    path: request.path,
    requestBody: textOf(request.body),
    status: response.status,
    contentType: response.headers['content-type'] ?? 'application/json',
    responseBody: bytesOf(response.body),
  }
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body ?? {}))

function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'object' && body !== null && 'base64' in body) return Buffer.from(String(body.base64), 'base64')
  return new TextEncoder().encode(textOf(body))
}

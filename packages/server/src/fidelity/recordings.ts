import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Real exchanges with providers, kept beside the project where they are at all. */
export const RECORDINGS_FOLDER = resolve(import.meta.dir, '../../../../../shared/recordings')

/** One exchange with a provider: what was sent, and what came back. */
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

export const hasRecordings = (): boolean => existsSync(RECORDINGS_FOLDER)

export function readRecordings(): Recording[] {
  return readdirSync(RECORDINGS_FOLDER).flatMap(provider =>
    readdirSync(join(RECORDINGS_FOLDER, provider))
      .filter(file => file.endsWith('.json'))
      .sort()
      .map(file => readRecording(provider, file)),
  )
}

function readRecording(provider: string, file: string): Recording {
  const { stream, request, response } = JSON.parse(readFileSync(join(RECORDINGS_FOLDER, provider, file), 'utf8'))
  return {
    name: `${provider}/${file.replace(/\.json$/, '')}`,
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

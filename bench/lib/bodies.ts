import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The model of every request: cheap enough that a balance outlasts a long benchmark. */
export const benchModel = 'gpt-4o-mini'

/** The size of a request. */
export type Size = '1.5 KB' | '30 KB' | '1 MB'
/** A whole answer, or a stream of N chunks at intervals of M milliseconds (`NxM`); 0: as fast as possible. */
export type Answer = 'whole' | `${number}x${number}`
/** The request's format. The provider always speaks Chat Completions. */
export type Format = 'chat' | 'messages'

export interface Body {
  size: Size
  answer: Answer
  format: Format
  model?: string
}

export const pathOf: Record<Format, string> = { chat: '/v1/chat/completions', messages: '/v1/messages' }

const bytesOf: Record<Size, number> = { '1.5 KB': 1_500, '30 KB': 30_000, '1 MB': 1_000_000 }

const sentence =
  'Weigh throughput against latency in a proxy that forwards chat completions and counts what they cost. '

/** Writes a request's body into the folder. Returns the file's path. */
export function writeBody(folder: string, body: Body): string {
  const file = join(folder, `${Object.values(body).join('-').replaceAll(/[ /]/g, '')}.json`)
  writeFileSync(file, JSON.stringify(requestOf(body)))
  return file
}

/** The prompt begins with the pace, where the benchmark's upstream reads it. */
function requestOf({ size, answer, format, model = benchModel }: Body) {
  const isStream = answer !== 'whole'
  const system = `${isStream ? `pace:${answer} ` : ''}${sentence.repeat(4)}`
  const user = `${sentence.repeat((bytesOf[size] - 560) / sentence.length)}Привет, 你好。`
  const common = { model, max_tokens: 256, temperature: 0.7, ...(isStream && { stream: true }) }
  const question = { role: 'user', content: user }
  if (format === 'messages') return { ...common, system, messages: [question] }
  return {
    ...common,
    messages: [{ role: 'system', content: system }, question],
    ...(isStream && { stream_options: { include_usage: true } }),
  }
}

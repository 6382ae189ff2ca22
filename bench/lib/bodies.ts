import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The model every request asks for; cheap enough that the first user's balance outlasts a long benchmark. */
export const benchModel = 'gpt-4o-mini'

const sentence =
  'Weigh throughput against latency in a proxy that forwards chat completions and counts what they cost. '

/** Writes the request bodies, about 1.5 KB each: `whole.json` and `stream.json`. */
export function writeBodies(folder: string): void {
  const messages = [
    { role: 'system', content: sentence.repeat(4) },
    { role: 'user', content: `${sentence.repeat(9)}Привет, 你好。` },
  ]
  const whole = { model: benchModel, messages, temperature: 0.7, max_tokens: 256 }
  const stream = { ...whole, stream: true, stream_options: { include_usage: true } }
  for (const [name, body] of Object.entries({ whole, stream })) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(body))
  }
}

import { EventSourceParserStream } from 'eventsource-parser/stream'
import { errorText } from '../../playground/formats/format.ts'
import { asObject, parseJson } from '../../playground/formats/json.ts'
import { openaiChat } from '../../playground/formats/openai-chat.ts'

interface TriedCall {
  /** With its prefix `sk-`. */
  key: string
  model: string
  prompt: string
  signal: AbortSignal
  /** Called when the answer begins, with its request id in the log. */
  onStart(requestId: string | null): void
}

/**
 * Calls a model as any program does, with a token's key, and yields the text of its answer. Throws an `Error` whose
 * message can be shown.
 */
export async function* callWithToken({ key, model, prompt, signal, onStart }: TriedCall): AsyncGenerator<string> {
  const response = await fetch('/v1/chat/completions', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: prompt }] }),
    credentials: 'omit',
    signal,
  })
  onStart(response.headers.get('x-request-id'))
  if (!response.ok || !response.body)
    throw new Error(errorText(asObject(parseJson(await response.text())).error) || response.statusText)
  const reader = response.body
    // The decoder takes any bytes; its type says so only in newer libraries.
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read())
    for (const delta of openaiChat.readEvent(asObject(parseJson(read.value.data)))) {
      if (delta.kind === 'error') throw new Error(delta.text)
      if (delta.kind === 'text') yield delta.text
    }
}

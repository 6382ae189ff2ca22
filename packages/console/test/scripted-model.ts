import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { frame } from './upstream/answer.ts'

/** A request to the model, as far as tests read it. */
export interface AskedOfModel {
  model: string
  messages: { role: string; content: unknown; tool_calls?: unknown; tool_call_id?: string }[]
  stream?: boolean
  tools?: unknown[]
  temperature?: number
}

/** A piece of an answer; `hold`: nothing more comes until the test lets go or the client leaves. */
export type Piece =
  | { text: string }
  | { reasoning: string }
  | { tool: { id: string; name: string; arguments: string } }
  | 'hold'

/** A host of OpenAI's Chat format whose answers the test writes. */
export interface ScriptedModel {
  url: string
  /** Every request, oldest first. */
  asked: AskedOfModel[]
  /** A test replaces it. */
  answer(asked: AskedOfModel): Piece[] | Promise<Piece[]>
  /** Ends every hold. */
  letGo(): void
  /** How many clients left before their answer was complete. */
  left: number
  stop(): Promise<void>
}

const USAGE = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 }

export async function startScriptedModel(): Promise<ScriptedModel> {
  let held: (() => void)[] = []
  const server = createServer(async (request, response) => {
    // The gateway sends JSON of this shape.
    const asked = (await json(request)) as AskedOfModel
    model.asked.push(asked)
    let isGone = false
    response.on('close', () => {
      isGone = !response.writableFinished
      if (isGone) model.left += 1
      for (const release of held) release()
    })
    const pieces = await model.answer(asked)
    const common = { id: 'chatcmpl-1', created: 1, model: asked.model }
    if (!asked.stream) {
      const content = pieces.map(piece => (piece !== 'hold' && 'text' in piece ? piece.text : '')).join('')
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
      response.writeHead(200, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage: USAGE }))
    }
    const chunk = (delta: object, finish_reason: string | null = null) =>
      response.write(
        frame({ ...common, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }),
      )
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let calls = 0
    for (const piece of pieces) {
      if (isGone) return
      if (piece === 'hold') await new Promise<void>(release => held.push(release))
      else if ('text' in piece) chunk({ content: piece.text })
      else if ('reasoning' in piece) chunk({ reasoning_content: piece.reasoning })
      else {
        const { id, name, arguments: text } = piece.tool
        chunk({ tool_calls: [{ index: calls, id, type: 'function', function: { name, arguments: '' } }] })
        chunk({ tool_calls: [{ index: calls, function: { arguments: text } }] })
        calls += 1
      }
    }
    if (isGone) return
    chunk({}, calls > 0 ? 'tool_calls' : 'stop')
    response.write(frame({ ...common, object: 'chat.completion.chunk', choices: [], usage: USAGE }))
    response.end(frame('[DONE]'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server on a TCP port has an address of this shape.
  const { port } = server.address() as AddressInfo
  const model: ScriptedModel = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    left: 0,
    answer: () => [{ text: 'Hello there.' }],
    letGo() {
      const releases = held
      held = []
      for (const release of releases) release()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return model
}

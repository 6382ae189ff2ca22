import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Asked } from './answer.ts'
import { answerMessages, countMessageTokens } from './anthropic-messages.ts'
import { answerChat } from './openai-chat.ts'
import { answerEmbeddings } from './openai-embeddings.ts'
import { answerResponses } from './openai-responses.ts'

/** Stands in for OpenAI and Anthropic: answers as their models would, and reports usage as they do. */
export interface Upstream {
  url: string
  /** The provider keys it was called with, oldest first. */
  keys: string[]
  stop(): Promise<void>
}

/** It refuses this key as no longer valid. */
export const REVOKED_KEY = 'sk-revoked'

const answers: Record<string, (asked: Asked) => Answer> = {
  '/v1/chat/completions': answerChat,
  '/v1/responses': answerResponses,
  '/v1/embeddings': answerEmbeddings,
  '/v1/messages': answerMessages,
  '/v1/messages/count_tokens': countMessageTokens,
}

/** @param framePauseMs how long it thinks before each frame of an answer, streamed or not */
export async function startUpstream(framePauseMs = 0): Promise<Upstream> {
  const keys: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://upstream.test')
    const key = keyOf(request)
    keys.push(key)
    const text = await bodyOf(request)
    const answer = answers[pathname]
    if (!answer) return sendJson(response, 404, { error: { message: `No such path: ${pathname}`, type: 'not_found' } })
    if (key === REVOKED_KEY) return sendJson(response, 401, REVOKED)
    const asked: Asked = { ...JSON.parse(text), text }
    await send(response, answer(asked), asked.stream === true, framePauseMs)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // A server on a TCP port has an address of this shape.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const REVOKED = {
  error: {
    message: 'Incorrect API key provided. You can find your API key in the settings of your account.',
    type: 'invalid_request_error',
    param: null,
    code: 'invalid_api_key',
  },
}

function keyOf({ headers }: IncomingMessage): string {
  return String(headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '') ?? '')
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += piece
  return text
}

async function send(response: ServerResponse, { whole, frames }: Answer, isStream: boolean, pauseMs: number) {
  if (!isStream) {
    await sleep(pauseMs * frames.length)
    return sendJson(response, 200, whole)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const frame of frames) {
    await sleep(pauseMs)
    response.write(frame)
  }
  response.end()
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

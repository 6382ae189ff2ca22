import { describe, expect, test } from 'bun:test'
import { withSystemPrompt } from '../../adapt/system-prompt.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import { dialect as openAiCompletions } from '../openai-completions/index.ts'
import { onePrompt } from './host.ts'
import { writeRequest } from './write-request.ts'

const asked = (body: object = {}): CanonicalRequest =>
  openAiCompletions.readRequest({ model: 'm', prompt: 'Once', ...body })

describe('a text completion runs as one', () => {
  test('without a chat template, unless the client asks for it', () => {
    expect(writeRequest(asked())).toEqual({ body: { prompt: 'Once', raw: true, stream: false }, losses: [] })
    expect(writeRequest(asked({ raw: false, lora: 'l' })).body).toMatchObject({ raw: false, lora: 'l' })
  })

  test('with every parameter Cloudflare supports', () => {
    const parameters = {
      max_tokens: 5,
      temperature: 0.5,
      top_p: 0.9,
      seed: 7,
      frequency_penalty: 1,
      presence_penalty: 1,
    }
    expect(writeRequest(asked(parameters))).toEqual({
      body: { prompt: 'Once', raw: true, ...parameters, stream: false },
      losses: [],
    })
  })

  test('after the operator’s instructions, which is reported', () => {
    const { body, losses } = writeRequest(withSystemPrompt(asked(), 'Be brief.', false))
    expect(body.prompt).toBe('Be brief.\n\nOnce')
    expect(losses).toEqual([{ what: onePrompt.what, why: onePrompt.why }])
  })

  test.each(['stop', 'echo', 'best_of', 'logprobs'])('without %s, which is reported', name => {
    const { body, losses } = writeRequest(asked({ [name]: name === 'stop' ? ['.'] : 2 }))
    expect([body, losses.map(({ what }) => what).join()]).toEqual([
      { prompt: 'Once', raw: true, stream: false },
      expect.stringContaining(name),
    ])
  })

  test('and is refused if several answers are requested', () => {
    expect(() => writeRequest(asked({ n: 2 }))).toThrow('one answer')
  })
})

import { expect, test } from 'bun:test'
import { type DialectId, dialects } from '../protocols/index.ts'
import { withSystemPrompt } from './system-prompt.ts'

const PROMPT = 'Speak like a toll keeper.'
const user = { role: 'user', content: 'Hi' }

function prompted(dialect: DialectId, body: object, beforeOthers = false) {
  const address = { model: 'm', stream: false }
  const request = withSystemPrompt(
    dialects[dialect].readRequest({ model: 'm', ...body }, address),
    PROMPT,
    beforeOthers,
  )
  return dialects[dialect].writeRequest(request, { model: 'm' }).body
}

test('a conversation without instructions starts with the operator’s, in every dialect', () => {
  expect(prompted('openai-chat', { messages: [user] }).messages).toEqual([{ role: 'system', content: PROMPT }, user])
  expect(prompted('openai-responses', { input: 'Hi' })).toMatchObject({ instructions: PROMPT })
  expect(prompted('anthropic-messages', { messages: [user] })).toMatchObject({ system: PROMPT })
  expect(prompted('gemini', { contents: [{ parts: [{ text: 'Hi' }] }] })).toMatchObject({
    systemInstruction: { parts: [{ text: PROMPT }] },
  })
})

test('instructions of the request replace the operator’s, or follow them', () => {
  const messages = [{ role: 'developer', content: 'Be brief' }, user]
  expect(prompted('openai-chat', { messages }).messages).toEqual(messages)
  expect(prompted('openai-chat', { messages }, true).messages).toEqual([
    { role: 'developer', content: `${PROMPT}\nBe brief` },
    user,
  ])
})

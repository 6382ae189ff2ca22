/** Runs in a page of another site: the official clients, as their browser builds are used. */
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'

interface Wanted {
  url: string
  key: string
  openAiModel: string
  claude: string
}

const messages = [{ role: 'user' as const, content: 'Who keeps the gate?' }]

/** Collects whole and streamed responses of both clients, their headers, and an error. */
async function callAll({ url, key, openAiModel, claude }: Wanted) {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0, dangerouslyAllowBrowser: true })
  const anthropic = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0, dangerouslyAllowBrowser: true })

  const whole = await openai.chat.completions.create({ model: openAiModel, messages }).withResponse()
  let streamed = ''
  for await (const chunk of await openai.chat.completions.create({ model: openAiModel, messages, stream: true }))
    streamed += chunk.choices[0]?.delta.content ?? ''
  const message = await anthropic.messages.create({ model: claude, messages, max_tokens: 100 })
  const events = await anthropic.messages.stream({ model: claude, messages, max_tokens: 100 }).finalText()
  const refusal = await new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: 'sk-nobody',
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
  }).models
    .list()
    .then(
      () => 'none',
      (error: { status: number }) => error.status,
    )
  return {
    whole: whole.data.choices[0]?.message.content,
    requestId: whole.response.headers.get('x-request-id'),
    streamed,
    message: message.content.map(block => (block.type === 'text' ? block.text : '')).join(''),
    events,
    models: (await openai.models.list()).data.length,
    refusal,
  }
}

Object.assign(window, { callAll })

import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, Output, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { format, getWeather, picture, QUESTION, serve, url } from './common.mjs'

function modelOf({ model, key }) {
  if (format === 'openai') return createOpenAI({ baseURL: `${url}/v1`, apiKey: key })(model)
  if (format === 'anthropic') return createAnthropic({ baseURL: `${url}/v1`, apiKey: key })(model)
  return createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: key })(model)
}

const Warmest = z.object({ city: z.string(), degrees: z.number() })
const tools = {
  get_weather: tool({
    description: 'Looks the weather of a city up.',
    inputSchema: z.object({ city: z.string() }),
    execute: async city => getWeather(city),
  }),
}

async function ask(asked, prompt) {
  const request = { model: modelOf(asked), ...prompt }
  if (!asked.stream) return (await generateText(request)).text
  let failure
  const streamed = streamText({
    ...request,
    onError: ({ error }) => {
      failure = error
    },
  })
  let text = ''
  for await (const piece of streamed.textStream) text += piece
  if (failure) throw failure
  return text
}

const question = { role: 'user', content: QUESTION }

await serve({
  tools: asked => ask(asked, { messages: [question], tools, stopWhen: stepCountIs(5) }),
  image: asked =>
    ask(asked, {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'file', data: picture, mediaType: 'image/png' },
          ],
        },
      ],
    }),
  structured: async asked =>
    (await generateText({ model: modelOf(asked), messages: [question], output: Output.object({ schema: Warmest }) }))
      .output,
  answer: asked => ask(asked, { messages: [question] }),
  async cancel(asked) {
    const leaving = new AbortController()
    const { textStream } = streamText({ model: modelOf(asked), messages: [question], abortSignal: leaving.signal })
    for await (const text of textStream) {
      leaving.abort()
      return text
    }
  },
})

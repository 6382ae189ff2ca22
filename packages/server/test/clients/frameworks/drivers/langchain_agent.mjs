import { ChatAnthropic } from '@langchain/anthropic'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, HumanMessage, tool } from 'langchain'
import { z } from 'zod'
import { format, getWeather, picture, QUESTION, serve, url } from './common.mjs'

const modelOf = ({ model, key }) =>
  format === 'anthropic'
    ? new ChatAnthropic({ model, apiKey: key, anthropicApiUrl: url, maxTokens: 1024 })
    : new ChatOpenAI({ model, apiKey: key, configuration: { baseURL: `${url}/v1` } })

const Warmest = z.object({ city: z.string(), degrees: z.number() })
const weather = tool(async city => getWeather(city), {
  name: 'get_weather',
  description: 'Looks the weather of a city up.',
  schema: z.object({ city: z.string() }),
})

async function ask(asked, content) {
  const model = modelOf(asked)
  if (!asked.stream) return (await model.invoke([content])).text
  let text = ''
  for await (const chunk of await model.stream([content])) text += chunk.text
  return text
}

await serve({
  async tools(asked) {
    const agent = createAgent({ model: modelOf(asked), tools: [weather] })
    const input = { messages: [new HumanMessage(QUESTION)] }
    if (!asked.stream) return (await agent.invoke(input)).messages.at(-1)?.text
    let text = ''
    for await (const [chunk] of await agent.stream(input, { streamMode: 'messages' }))
      if (chunk.getType() === 'ai') text += chunk.text
    return text
  },
  image: asked =>
    ask(
      asked,
      new HumanMessage({
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
        ],
      }),
    ),
  structured: asked => modelOf(asked).withStructuredOutput(Warmest).invoke(QUESTION),
  answer: asked => ask(asked, new HumanMessage(QUESTION)),
  async cancel(asked) {
    const leaving = new AbortController()
    for await (const chunk of await modelOf(asked).stream(QUESTION, { signal: leaving.signal })) {
      if (chunk.text === '') continue
      leaving.abort()
      return chunk.text
    }
  },
})

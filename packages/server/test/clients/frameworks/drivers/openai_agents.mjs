import { Agent, OpenAIResponsesModel, run, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { z } from 'zod'
import { getWeather, picture, QUESTION, serve, url } from './common.mjs'

setTracingDisabled(true)

const weather = tool({
  name: 'get_weather',
  description: 'Looks the weather of a city up.',
  parameters: z.object({ city: z.string() }),
  execute: async city => getWeather(city),
})

const modelOf = ({ model, key }) =>
  // The package bundles its own client, whose type differs.
  new OpenAIResponsesModel(new OpenAI({ baseURL: `${url}/v1`, apiKey: key }), model)

async function ask(asked, input, more = {}) {
  const agent = new Agent({ name: 'Weather', model: modelOf(asked), ...more })
  if (!asked.stream) return (await run(agent, input)).finalOutput
  const streamed = await run(agent, input, { stream: true })
  for await (const _ of streamed);
  return streamed.finalOutput
}

await serve({
  tools: asked => ask(asked, QUESTION, { tools: [weather] }),
  image: asked =>
    ask(asked, [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is this?' },
          { type: 'input_image', image: `data:image/png;base64,${picture}` },
        ],
      },
    ]),
  structured: asked => ask(asked, QUESTION, { outputType: z.object({ city: z.string(), degrees: z.number() }) }),
  answer: asked => ask(asked, QUESTION),
  async cancel(asked) {
    const leaving = new AbortController()
    const agent = new Agent({ name: 'Weather', model: modelOf(asked) })
    const streamed = await run(agent, QUESTION, { stream: true, signal: leaving.signal })
    for await (const event of streamed) {
      if (event.type !== 'raw_model_stream_event' || event.data.type !== 'output_text_delta') continue
      leaving.abort()
      return event.data.delta
    }
  },
})

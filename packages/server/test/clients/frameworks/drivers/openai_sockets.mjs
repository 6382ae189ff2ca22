import OpenAI from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { ResponsesWS } from 'openai/resources/responses/ws'
import { getWeather, QUESTION, secureUrl, serve, url } from './common.mjs'

const clientOf = ({ key }, baseURL = `${url}/v1`) => new OpenAI({ baseURL, apiKey: key })

const parameters = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const tools = [{ type: 'function', name: 'get_weather', strict: true, parameters }]

await serve({
  /** The client's own WebSocket of Responses: each request sends only what is new. */
  socket: asked =>
    new Promise((resolve, reject) => {
      const socket = new ResponsesWS(clientOf(asked))
      const send = more => socket.send({ type: 'response.create', model: asked.model, tools, store: false, ...more })
      socket.on('error', reject)
      socket.on('response.completed', ({ response }) => {
        const outputs = response.output.flatMap(item =>
          item.type === 'function_call'
            ? { type: 'function_call_output', call_id: item.call_id, output: getWeather(JSON.parse(item.arguments)) }
            : [],
        )
        if (outputs.length > 0) return send({ input: outputs, previous_response_id: response.id })
        socket.close()
        const texts = response.output.flatMap(item => (item.type === 'message' ? item.content : []))
        resolve(texts.map(part => ('text' in part ? part.text : '')).join(''))
      })
      send({ input: [{ role: 'user', content: QUESTION }] })
    }),
  /** The client's realtime connection. */
  realtime: asked =>
    new Promise((resolve, reject) => {
      const socket = new OpenAIRealtimeWS({ model: asked.model }, clientOf(asked, secureUrl))
      let said = ''
      socket.on('error', reject)
      socket.on('session.created', () => socket.send({ type: 'response.create' }))
      socket.on('response.output_audio_transcript.delta', ({ delta }) => {
        said += delta
      })
      socket.on('response.done', () => {
        socket.close()
        resolve(said)
      })
    }),
})

import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asNumber, asObjects, asText, dig } from '../../raw/json.ts'
import { estimateTokens } from '../../usage/estimate-tokens.ts'
import { taskOf } from '../common/embedding-tasks.ts'
import type { ClientConverter, UpstreamConverter } from '../common/exchange.ts'
import { lose, RequestRefused } from '../common/losses.ts'

const KNOWN: ReadonlySet<string> = new Set(['model', 'input', 'dimensions', 'encoding_format', 'input_type'])

/** https://platform.openai.com/docs/api-reference/embeddings */
export const openAiEmbeddings: ClientConverter<EmbeddingRequest, EmbeddingAnswer> &
  UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, 'openai-embeddings'> = {
  readRequest(body, losses) {
    for (const name of Object.keys(body)) if (!KNOWN.has(name)) lose(losses, `"${name}"`, 'only OpenAI knows it')
    const task = taskOf(body.input_type)
    const dimensions = asDouble(body.dimensions)
    return {
      model: asText(body.model) ?? '',
      inputs: readInputs(body.input).map(text => ({ text, ...(task && { task }) })),
      ...(dimensions !== null && { dimensions }),
    }
  },

  writeAnswer(answer, request, { model }, { encoding_format }) {
    const tokens = answer.inputTokens ?? estimateEmbedding(request)
    return {
      object: 'list',
      data: answer.vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding:
          encoding_format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector,
      })),
      model: answer.model || model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    }
  },

  format: 'openai-embeddings',
  path: () => '/v1/embeddings',

  writeRequest(request, model, losses) {
    if (request.inputs.some(input => input.title !== undefined)) lose(losses, 'title', 'OpenAI does not support it')
    const [task] = new Set(request.inputs.map(input => input.task))
    if (task) lose(losses, 'task', 'OpenAI does not support it')
    return {
      model,
      input: request.inputs.map(input => input.text),
      encoding_format: 'float',
      ...(request.dimensions !== undefined && { dimensions: request.dimensions }),
    }
  },

  readAnswer(body) {
    if (!Array.isArray(body.data)) return null
    const rows = asObjects(body.data).toSorted((a, b) => asNumber(a.index) - asNumber(b.index))
    return {
      model: asText(body.model) ?? '',
      vectors: rows.map(({ embedding }) => readVector(embedding)),
      inputTokens: asDouble(dig(body, 'usage.prompt_tokens')),
    }
  },
}

function readInputs(input: unknown): string[] {
  const inputs = typeof input === 'string' ? [input] : input
  if (!Array.isArray(inputs) || inputs.length === 0) throw new RequestRefused('input must be a text or texts', 'input')
  if (!inputs.every(item => typeof item === 'string')) {
    throw new RequestRefused('this model takes texts, not tokens', 'input')
  }
  return inputs
}

/** Numbers, or the bytes of 32-bit floats as base64, which some servers always send. */
function readVector(embedding: unknown): number[] {
  if (Array.isArray(embedding)) return embedding.map(value => asDouble(value) ?? 0)
  const bytes = Buffer.from(asText(embedding) ?? '', 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4))
}

/** Estimated tokens of a request, for upstreams that do not report them. */
const estimateEmbedding = ({ inputs }: EmbeddingRequest): number =>
  Math.ceil(inputs.reduce((sum, { text }) => sum + estimateTokens(text), 0))

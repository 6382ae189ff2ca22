import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asArray, asText } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { lose } from '../common/losses.ts'

/** https://docs.ollama.com/api/embed */
export const ollamaEmbeddings: UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, 'ollama-embed'> = {
  format: 'ollama-embed',
  path: () => '/api/embed',
  writeRequest(request, model, losses) {
    for (const word of ['task', 'title'] as const) {
      if (request.inputs.some(input => input[word] !== undefined)) lose(losses, word, 'Ollama does not support it')
    }
    return {
      model,
      input: request.inputs.map(input => input.text),
      ...(request.dimensions !== undefined && { dimensions: request.dimensions }),
    }
  },
  readAnswer(body) {
    if (!Array.isArray(body.embeddings)) return null
    return {
      model: asText(body.model) ?? '',
      vectors: body.embeddings.map(vector => asArray(vector).map(value => asDouble(value) ?? 0)),
      inputTokens: asDouble(body.prompt_eval_count),
    }
  },
}

import type { EmbeddingAnswer, EmbeddingAsk } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { lose } from '../../dialects/losses.ts'
import { asArray, asText } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'

/** https://docs.ollama.com/api/embed */
export const ollamaEmbeddings: UpstreamSide<EmbeddingAsk, EmbeddingAnswer> = {
  format: 'ollama-embed',
  path: () => '/api/embed',
  writeAsk(ask, model, losses) {
    for (const word of ['task', 'title'] as const) {
      if (ask.inputs.some(input => input[word] !== undefined)) lose(losses, word, 'Ollama has no word for it')
    }
    return {
      model,
      input: ask.inputs.map(input => input.text),
      ...(ask.dimensions !== undefined && { dimensions: ask.dimensions }),
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

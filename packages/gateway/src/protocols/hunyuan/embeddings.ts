import type { EmbeddingAnswer, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asArray, asNumber, asObjects, dig } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { lose } from '../common/losses.ts'
import { readError } from './read-error.ts'

/** https://cloud.tencent.com/document/api/1729/102832 */
export const hunyuanEmbeddings: UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, 'hunyuan-embed'> = {
  format: 'hunyuan-embed',
  path: () => '/',
  lacks: { dimensions: { what: 'dimensions', why: 'Hunyuan does not support it' } },
  writeRequest({ inputs }, _model, losses) {
    if (inputs.some(({ title }) => title !== undefined)) lose(losses, 'title', 'Hunyuan does not support it')
    if (inputs.some(({ task }) => task !== undefined)) lose(losses, 'task', 'Hunyuan does not support it')
    return { InputList: inputs.map(({ text }) => text) }
  },
  readAnswer(body) {
    const rows = dig(body, 'Response.Data')
    if (!Array.isArray(rows) || rows.length === 0) return null
    const inOrder = asObjects(rows).toSorted((one, other) => asNumber(one.Index) - asNumber(other.Index))
    return {
      model: '',
      vectors: inOrder.map(({ Embedding }) => asArray(Embedding).map(value => asDouble(value) ?? 0)),
      inputTokens: asDouble(dig(body, 'Response.Usage.PromptTokens')),
    }
  },
  readError: body => readError(body.Response),
}

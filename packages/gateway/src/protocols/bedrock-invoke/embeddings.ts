import type { EmbeddingAnswer, EmbeddingInput, EmbeddingRequest } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { asArray, asObjects, lookUp } from '../../raw/json.ts'
import { readCohere, writeCohere } from '../cohere-embed/embeddings.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { type Loss, lose, RequestRefused } from '../common/losses.ts'

type Embeddings = UpstreamConverter<EmbeddingRequest, EmbeddingAnswer, 'bedrock-invoke'>

/** Each model takes its maker's own body, at one path. */
const invoked = (converter: Pick<Embeddings, 'writeRequest' | 'readAnswer'>): Embeddings => ({
  format: 'bedrock-invoke',
  path: model => `/model/${encodeURIComponent(model)}/invoke`,
  ...converter,
})

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html */
const titan = invoked({
  writeRequest: (request, model, losses) => ({
    inputText: onlyText(request, losses),
    // the first generation has no other member
    ...(!model.includes('-v1') && request.dimensions !== undefined && { dimensions: request.dimensions }),
  }),
  readAnswer: ({ embedding, inputTextTokenCount }) =>
    Array.isArray(embedding) ? answer(embedding, asDouble(inputTextTokenCount)) : null,
})

/** https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html */
const nova = invoked({
  writeRequest: (request, _model, losses) => ({
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      embeddingPurpose: purposeOf(request.inputs[0]),
      ...(request.dimensions !== undefined && { embeddingDimension: request.dimensions }),
      text: { truncationMode: 'NONE', value: onlyText(request, losses) },
    },
  }),
  readAnswer({ embeddings, inputTextTokenCount }) {
    const [first] = asObjects(embeddings)
    return first ? answer(asArray(first.embedding), asDouble(inputTextTokenCount)) : null
  },
})

const cohere = invoked({
  writeRequest: (request, _model, losses) => writeCohere(request, losses),
  readAnswer: readCohere,
})

const MAKERS: readonly { names: RegExp; converter: Embeddings }[] = [
  { names: /titan-embed/, converter: titan },
  { names: /nova.*embed/, converter: nova },
  { names: /cohere\.embed/, converter: cohere },
]

/** Returns the converter for an embedding model; undefined: it is not one. */
export const bedrockEmbeddings = (model: string): Embeddings | undefined =>
  MAKERS.find(({ names }) => names.test(model))?.converter

const answer = (vector: unknown[], inputTokens: number | null): EmbeddingAnswer => ({
  model: '',
  vectors: [vector.map(value => asDouble(value) ?? 0)],
  inputTokens,
})

function onlyText({ inputs }: EmbeddingRequest, losses: Loss[]): string {
  const [first, second] = inputs
  if (!first || second) throw new RequestRefused('this model embeds one text per call', 'input')
  if (first.title !== undefined) lose(losses, 'title', 'Amazon does not support it')
  return first.text
}

const PURPOSES: Readonly<Record<string, string>> = {
  RETRIEVAL_QUERY: 'GENERIC_RETRIEVAL',
  QUESTION_ANSWERING: 'GENERIC_RETRIEVAL',
  CLASSIFICATION: 'CLASSIFICATION',
  CLUSTERING: 'CLUSTERING',
}

const purposeOf = (input: EmbeddingInput | undefined): string => lookUp(PURPOSES, input?.task) ?? 'GENERIC_INDEX'

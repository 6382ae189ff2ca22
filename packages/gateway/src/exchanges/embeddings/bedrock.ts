import type { EmbeddingAnswer, EmbeddingAsk, EmbeddingInput } from '../../canonical/embedding.ts'
import { asDouble } from '../../canonical/exact-json.ts'
import { AskRefused, type Loss, lose } from '../../dialects/losses.ts'
import { asArray, asObjects, lookUp } from '../../raw/json.ts'
import type { UpstreamSide } from '../exchange.ts'
import { readCohere, writeCohere } from './cohere.ts'

type Embeddings = UpstreamSide<EmbeddingAsk, EmbeddingAnswer>

/** Models are asked in their maker's words, by one method. */
const invoked = (words: Pick<Embeddings, 'writeAsk' | 'readAnswer'>): Embeddings => ({
  format: 'bedrock-invoke',
  path: model => `/model/${encodeURIComponent(model)}/invoke`,
  ...words,
})

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html */
const titan = invoked({
  writeAsk: (ask, model, losses) => ({
    inputText: onlyText(ask, losses),
    // the first generation knows no other member
    ...(!model.includes('-v1') && ask.dimensions !== undefined && { dimensions: ask.dimensions }),
  }),
  readAnswer: ({ embedding, inputTextTokenCount }) =>
    Array.isArray(embedding) ? answer(embedding, asDouble(inputTextTokenCount)) : null,
})

/** https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html */
const nova = invoked({
  writeAsk: (ask, _model, losses) => ({
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: {
      embeddingPurpose: purposeOf(ask.inputs[0]),
      ...(ask.dimensions !== undefined && { embeddingDimension: ask.dimensions }),
      text: { truncationMode: 'NONE', value: onlyText(ask, losses) },
    },
  }),
  readAnswer({ embeddings, inputTextTokenCount }) {
    const [first] = asObjects(embeddings)
    return first ? answer(asArray(first.embedding), asDouble(inputTextTokenCount)) : null
  },
})

const cohere = invoked({ writeAsk: (ask, _model, losses) => writeCohere(ask, losses), readAnswer: readCohere })

const MAKERS: readonly { names: RegExp; words: Embeddings }[] = [
  { names: /titan-embed/, words: titan },
  { names: /nova.*embed/, words: nova },
  { names: /cohere\.embed/, words: cohere },
]

/** How a model that embeds is asked; undefined: it embeds nothing. */
export const bedrockEmbeddings = (model: string): Embeddings | undefined =>
  MAKERS.find(({ names }) => names.test(model))?.words

const answer = (vector: unknown[], inputTokens: number | null): EmbeddingAnswer => ({
  model: '',
  vectors: [vector.map(value => asDouble(value) ?? 0)],
  inputTokens,
})

function onlyText({ inputs }: EmbeddingAsk, losses: Loss[]): string {
  const [first, second] = inputs
  if (!first || second) throw new AskRefused('this model embeds one text a call', 'input')
  if (first.title !== undefined) lose(losses, 'title', 'Amazon has no word for it')
  return first.text
}

const PURPOSES: Readonly<Record<string, string>> = {
  RETRIEVAL_QUERY: 'GENERIC_RETRIEVAL',
  QUESTION_ANSWERING: 'GENERIC_RETRIEVAL',
  CLASSIFICATION: 'CLASSIFICATION',
  CLUSTERING: 'CLUSTERING',
}

const purposeOf = (input: EmbeddingInput | undefined): string => lookUp(PURPOSES, input?.task) ?? 'GENERIC_INDEX'

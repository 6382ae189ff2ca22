import { describe, expect, test } from 'bun:test'
import { noUsage } from '../canonical/usage.ts'
import { bedrockEmbeddings } from '../protocols/bedrock-invoke/embeddings.ts'
import { cohereEmbeddings } from '../protocols/cohere-embed/embeddings.ts'
import { cohereRerank } from '../protocols/cohere-rerank/rerank.ts'
import { geminiImages } from '../protocols/gemini/images.ts'
import { geminiEmbeddings } from '../protocols/gemini-embeddings/index.ts'
import { vertexEmbeddings } from '../protocols/gemini-predict/embeddings.ts'
import { imagen } from '../protocols/gemini-predict/images.ts'
import { ollamaEmbeddings } from '../protocols/ollama-embed/embeddings.ts'
import { openAiEmbeddings } from '../protocols/openai-embeddings/exchange.ts'
import { xinferenceRerank } from '../protocols/rerank/xinference.ts'
import type { JsonObject } from '../raw/json.ts'
import { embeddingsBy, imagesBy, rerankingsBy } from './by-upstream.ts'
import type { Exchange } from './exchange.ts'

const context = { model: 'ours', created: 1_700_000_000 }

/** Converts a request and its response. */
function played({ convertRequest }: Exchange, asked: JsonObject, answer: JsonObject) {
  const { body, losses, convertResponse } = convertRequest(asked, 'theirs')
  return { asked: body, losses, told: convertResponse(answer, context) }
}

describe('embeddings for OpenAI’s clients', () => {
  const asked = { model: 'ours', input: ['a cat', 'a dog'], dimensions: 2 }
  const vectors = [
    [0.5, -1],
    [2, 3],
  ]
  const usage = { ...noUsage(), input: 4 }
  const told = {
    body: {
      object: 'list',
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      model: 'ours',
      usage: { prompt_tokens: 4, total_tokens: 4 },
    },
    usage,
    units: null,
  }

  test('are answered by Gemini', () => {
    const request = (text: string) => ({
      model: 'models/theirs',
      content: { parts: [{ text }] },
      outputDimensionality: 2,
    })
    expect(
      played(embeddingsBy(geminiEmbeddings)['openai-embeddings'], asked, {
        embeddings: vectors.map(values => ({ values })),
        usageMetadata: { promptTokenCount: 4 },
      }),
    ).toEqual({ asked: { requests: ['a cat', 'a dog'].map(request) }, losses: [], told })
  })

  test('are answered by Vertex', () => {
    expect(
      played(embeddingsBy(vertexEmbeddings)['openai-embeddings'], asked, {
        predictions: vectors.map(values => ({ embeddings: { values, statistics: { token_count: 2 } } })),
      }),
    ).toEqual({
      asked: { instances: [{ content: 'a cat' }, { content: 'a dog' }], parameters: { outputDimensionality: 2 } },
      losses: [],
      told,
    })
  })

  test('are answered by Cohere, for the purpose the client named', () => {
    expect(
      played(
        embeddingsBy(cohereEmbeddings)['openai-embeddings'],
        { ...asked, input_type: 'query' },
        {
          embeddings: { float: vectors },
          meta: { billed_units: { input_tokens: 4 } },
        },
      ),
    ).toEqual({
      asked: {
        model: 'theirs',
        texts: ['a cat', 'a dog'],
        input_type: 'search_query',
        output_dimension: 2,
        embedding_types: ['float'],
      },
      losses: [],
      told,
    })
  })

  test('are answered by Ollama, under the model name it gives', () => {
    expect(
      played(embeddingsBy(ollamaEmbeddings)['openai-embeddings'], asked, {
        model: 'all-minilm',
        embeddings: vectors,
        prompt_eval_count: 4,
      }),
    ).toEqual({
      asked: { model: 'theirs', input: ['a cat', 'a dog'], dimensions: 2 },
      losses: [],
      told: { ...told, body: { ...told.body, model: 'all-minilm' } },
    })
  })

  test.each([
    [
      'amazon.titan-embed-text-v2:0',
      { inputText: 'a cat', dimensions: 2 },
      { embedding: [0.5, -1], inputTextTokenCount: 4 },
    ],
    [
      'amazon.nova-2-multimodal-embeddings-v1:0',
      {
        taskType: 'SINGLE_EMBEDDING',
        singleEmbeddingParams: {
          embeddingPurpose: 'GENERIC_INDEX',
          embeddingDimension: 2,
          text: { truncationMode: 'NONE', value: 'a cat' },
        },
      },
      { embeddings: [{ embeddingType: 'TEXT', embedding: [0.5, -1] }] },
    ],
    [
      'cohere.embed-english-v3',
      { texts: ['a cat'], input_type: 'search_document', output_dimension: 2 },
      { response_type: 'embeddings_floats', embeddings: [[0.5, -1]] },
    ],
  ])('are answered by Bedrock’s %s', (model, body, answer) => {
    const upstream = bedrockEmbeddings(model)
    const exchange = embeddingsBy(upstream ?? cohereEmbeddings)['openai-embeddings']
    const { asked: put, told } = played(exchange, { ...asked, input: 'a cat' }, answer)
    expect(put).toEqual(body)
    expect(told?.body.data).toEqual([{ object: 'embedding', index: 0, embedding: [0.5, -1] }])
  })

  test('come as the bytes of floats if the client asks for base64', () => {
    const { told } = played(
      embeddingsBy(geminiEmbeddings)['openai-embeddings'],
      { ...asked, encoding_format: 'base64' },
      { embeddings: [{ values: [0.5, -1] }] },
    )
    expect(told?.body.data).toEqual([{ object: 'embedding', index: 0, embedding: 'AAAAPwAAgL8=' }])
  })

  test('get a rough token count if the upstream reports none, marked as not reported', () => {
    const { told } = played(embeddingsBy(geminiEmbeddings)['openai-embeddings'], asked, { embeddings: [] })
    expect(told).toMatchObject({ usage: null, body: { usage: { prompt_tokens: expect.any(Number) } } })
  })

  test.each([
    ['tokens', { input: [[1, 2]] }, 'not tokens'],
    ['nothing', {}, 'must be a text'],
  ])('of %s are refused', (_what, body, message) => {
    expect(() => embeddingsBy(cohereEmbeddings)['openai-embeddings'].convertRequest(body, 'theirs')).toThrow(message)
  })

  test('of several texts are refused by models that take one', () => {
    const upstream = bedrockEmbeddings('amazon.titan-embed-text-v2:0') ?? cohereEmbeddings
    expect(() => embeddingsBy(upstream)['openai-embeddings'].convertRequest(asked, 'theirs')).toThrow(
      'one text per call',
    )
  })

  test('report members that only OpenAI knows', () => {
    const { losses } = played(embeddingsBy(ollamaEmbeddings)['openai-embeddings'], { ...asked, user: 'u' }, {})
    expect(losses).toEqual([{ what: '"user"', why: 'only OpenAI knows it' }])
  })
})

describe('embeddings for Gemini’s clients', () => {
  const asked = { content: { parts: [{ text: 'a cat' }] }, taskType: 'RETRIEVAL_QUERY', outputDimensionality: 2 }
  const answer = {
    data: [{ index: 0, embedding: [0.5, -1] }],
    model: 'm',
    usage: { prompt_tokens: 2, total_tokens: 2 },
  }
  const put = { model: 'theirs', input: ['a cat'], encoding_format: 'float', dimensions: 2 }

  test('are answered by OpenAI, one or several', () => {
    const exchanges = embeddingsBy(openAiEmbeddings)
    const one = played(exchanges['gemini-embed-content'], asked, answer)
    expect(one.asked).toEqual(put)
    expect(one.losses).toEqual([{ what: 'task', why: 'OpenAI does not support it' }])
    expect(one.told?.body).toEqual({ embedding: { values: [0.5, -1] }, usageMetadata: { promptTokenCount: 2 } })
    const many = played(exchanges['gemini-batch-embed-contents'], { requests: [asked] }, answer)
    expect(many.asked).toEqual(put)
    expect(many.told?.body).toEqual({ embeddings: [{ values: [0.5, -1] }], usageMetadata: { promptTokenCount: 2 } })
  })

  test('keep the order of the texts in whatever order the vectors arrive', () => {
    const data = [
      { index: 1, embedding: [2] },
      { index: 0, embedding: 'AACAPw==' },
    ]
    const { told } = played(
      embeddingsBy(openAiEmbeddings)['gemini-batch-embed-contents'],
      { requests: [asked] },
      { data },
    )
    expect(told?.body).toEqual({ embeddings: [{ values: [1] }, { values: [2] }] })
  })
})

describe('rerankings', () => {
  const asked = {
    model: 'ours',
    query: 'pets',
    documents: ['a cat', { text: 'a dog' }, { title: 'x', text: 'y' }],
    top_n: 2,
    return_documents: true,
  }

  test('are answered by Cohere, with the documents restored', () => {
    const results = [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.5 },
    ]
    const meta = { api_version: { version: '2' }, billed_units: { search_units: 1 } }
    expect(played(rerankingsBy(cohereRerank).rerank, asked, { id: 'r1', results, meta })).toEqual({
      asked: { model: 'theirs', query: 'pets', documents: ['a cat', 'a dog', '{"title":"x","text":"y"}'], top_n: 2 },
      losses: [],
      told: {
        body: {
          id: 'r1',
          object: 'list',
          model: 'ours',
          results: [
            { index: 1, relevance_score: 0.9, document: { text: 'a dog' } },
            { index: 0, relevance_score: 0.5, document: { text: 'a cat' } },
          ],
          meta: { billed_units: { search_units: 1 } },
        },
        usage: null,
        units: 1,
      },
    })
  })

  test('are answered by Xinference, with documents in Jina’s form and its tokens counted', () => {
    const results = [{ index: 0, relevance_score: 0.5, document: 'a cat' }]
    const meta = { billed_units: null, tokens: { input_tokens: 12, output_tokens: 0 } }
    const { asked: put, told } = played(rerankingsBy(xinferenceRerank).rerank, asked, { id: 'r1', results, meta })
    expect(put).toEqual({
      model: 'theirs',
      query: 'pets',
      documents: ['a cat', 'a dog', '{"title":"x","text":"y"}'],
      top_n: 2,
    })
    expect(told).toMatchObject({
      body: { results: [{ index: 0, relevance_score: 0.5, document: { text: 'a cat' } }] },
      usage: { input: 12, output: 0 },
    })
  })

  test('without documents are refused', () => {
    expect(() => rerankingsBy(cohereRerank).rerank.convertRequest({ query: 'q', documents: [] }, 'm')).toThrow(
      'documents',
    )
  })
})

describe('images', () => {
  const asked = {
    model: 'ours',
    prompt: 'A cat',
    n: 2,
    size: '1024x1792',
    output_format: 'jpeg',
    response_format: 'url',
  }

  test('are made by Imagen in the nearest shape', () => {
    const predictions = ['aa', 'bb'].map(bytesBase64Encoded => ({ mimeType: 'image/jpeg', bytesBase64Encoded }))
    expect(played(imagesBy(imagen)['openai-image-generations'], asked, { predictions })).toEqual({
      asked: {
        instances: [{ prompt: 'A cat' }],
        parameters: { sampleCount: 2, aspectRatio: '9:16', outputOptions: { mimeType: 'image/jpeg' } },
      },
      losses: [{ what: 'response_format', why: 'the images come within the answer' }],
      told: {
        body: { created: 1_700_000_000, data: [{ b64_json: 'aa' }, { b64_json: 'bb' }] },
        usage: null,
        units: 2,
      },
    })
  })

  test('that were all filtered out are not an answer', () => {
    const { told } = played(imagesBy(imagen)['openai-image-generations'], asked, {
      predictions: [{ raiFilteredReason: 'x' }],
    })
    expect(told).toBeNull()
  })

  test('are drawn by Gemini one at a time', () => {
    const drawn = imagesBy(geminiImages)['openai-image-generations']
    expect(() => drawn.convertRequest(asked, 'theirs')).toThrow('one image at a time')
    const parts = [{ text: 'Here:' }, { inlineData: { mimeType: 'image/png', data: 'aa' } }]
    const usageMetadata = {
      promptTokenCount: 3,
      candidatesTokenCount: 1290,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
    }
    const { asked: put, told } = played(
      drawn,
      { prompt: 'A cat' },
      { candidates: [{ content: { parts } }], usageMetadata },
    )
    expect(put).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'A cat' }] }],
      generationConfig: { responseModalities: ['IMAGE'] },
    })
    expect(told).toMatchObject({
      body: { data: [{ b64_json: 'aa' }] },
      usage: { input: 3, imageOutput: 1290, output: 0 },
      units: 1,
    })
  })
})

import { expect, test } from 'bun:test'
import { readEmbeddingAnswer, readEmbeddingRequest, writeEmbeddingAnswer, writeEmbeddingRequest } from './embeddings.ts'

const request = (text: string) => ({
  model: 'models/gemini-embedding-001',
  content: { parts: [{ text }] },
  taskType: 'RETRIEVAL_DOCUMENT',
  title: 'On cats',
  outputDimensionality: 256,
})
const canonical = {
  model: 'any',
  inputs: [
    { text: 'a cat', task: 'RETRIEVAL_DOCUMENT', title: 'On cats' },
    { text: 'a dog', task: 'RETRIEVAL_DOCUMENT', title: 'On cats' },
  ],
  dimensions: 256,
}

test('a batch is read and written unchanged', () => {
  const body = { requests: [request('a cat'), request('a dog')] }
  expect(readEmbeddingRequest(body, 'any')).toEqual(canonical)
  expect(writeEmbeddingRequest(canonical, 'gemini-embedding-001')).toEqual(body)
})

test('one content is a batch of one, in either case of names', () => {
  expect(
    readEmbeddingRequest(
      { content: { parts: [{ text: 'a' }, { text: 'b' }] }, output_dimensionality: 3, task_type: 'T' },
      'm',
    ),
  ).toEqual({ model: 'm', inputs: [{ text: 'a\nb', task: 'T' }], dimensions: 3 })
})

test('content other than text is refused', () => {
  const body = { content: { parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBOR' } }] } }
  expect(() => readEmbeddingRequest(body, 'm')).toThrow('only texts can be embedded')
  expect(() => readEmbeddingRequest({}, 'm')).toThrow('content must have parts')
})

test('vectors have the form of the method called', () => {
  const answer = {
    model: '',
    vectors: [
      [0.5, -1],
      [2, 3],
    ],
    inputTokens: 4,
  }
  const batch = { embeddings: [{ values: [0.5, -1] }, { values: [2, 3] }], usageMetadata: { promptTokenCount: 4 } }
  expect(writeEmbeddingAnswer(answer, 'batchEmbedContents')).toEqual(batch)
  expect(readEmbeddingAnswer(batch)).toEqual(answer)
  const one = { model: '', vectors: [[0.5, -1]], inputTokens: null }
  expect(writeEmbeddingAnswer(one, 'embedContent')).toEqual({ embedding: { values: [0.5, -1] } })
  expect(readEmbeddingAnswer({ embedding: { values: [0.5, -1] } })).toEqual(one)
})

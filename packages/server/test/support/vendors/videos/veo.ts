import { z } from 'zod'
import { misshapen } from '../../strict-hosts/check.ts'
import type { Received } from '../../wire-upstream.ts'
import {
  FILM,
  fileOf,
  lastOf,
  startVideoVendor,
  type VideoStandIn,
  type VideoVendor,
  type VideoWire,
} from './video-vendor.ts'

const KEY = 'AIza0123456789abcdef'
const MODEL = 'veo-3.1-generate-preview'
const REASON = 'The prompt could not be submitted: it may violate the usage guidelines'
const FILE = '/v1beta/files/film-1:download?alt=media'
const OPERATIONS = `models/${MODEL}/operations/`

const common = {
  model: MODEL,
  lengths: { usual: 8, tooLong: 60, other: 4, factors: { seconds: 4 } },
  words: [
    ['going on', 'in_progress'],
    ['done', 'completed'],
    ['failed', 'failed'],
    ['filtered', 'failed'],
  ],
  succeeded: 'done',
  failed: 'failed',
  reason: REASON,
  pictures: 2,
  takesData: true,
  refusals: [
    refusal('too many', 429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', 429),
    refusal('content', 400, 'INVALID_ARGUMENT', 'The prompt could not be submitted', 400),
    refusal('its own fault', 500, 'INTERNAL', 'An internal error has occurred', 500),
    {
      name: 'an operation that failed as it was made, at HTTP 200',
      status: 200,
      body: { name: `${OPERATIONS}9`, done: true, error: { code: 3, message: REASON } },
      means: { status: 400, message: REASON },
    },
  ],
} satisfies Partial<VideoVendor>

/** Google AI Studio. https://ai.google.dev/gemini-api/docs/video */
export const veo: VideoVendor = {
  ...common,
  name: 'Veo',
  type: 24,
  key: KEY,
  start: () =>
    startVideoVendor(
      {
        refuses: received => refuses(received, `/v1beta/models/${MODEL}:predictLongRunning`),
        readsNew: readsNew(`/v1beta/models/${MODEL}:predictLongRunning`),
        idOf: count => `${OPERATIONS}film-${count}`,
        taken: ({ id }) => ({ name: id }),
        readsAsked: received => lastOf(received, `/v1beta/${OPERATIONS}`)?.replace(/^/, OPERATIONS) ?? null,
        told: ({ id }, word, url) =>
          told(id, word, {
            generateVideoResponse:
              word === 'filtered'
                ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [REASON] }
                : { generatedSamples: [{ video: { uri: url + FILE } }] },
          }),
        unknown: notFound,
        besides: (received, standIn) => (isFile(received.path) ? ownFile(received, standIn) : null),
      },
      'going on',
    ),
}

/** As large as real videos. */
const LARGE_FILM = Buffer.concat([FILM, Buffer.alloc(5 * 1024 * 1024, 'film')])
const VERTEX_KEY = 'vertex-express-0123456789'
const VERTEX = `/v1beta1/publishers/google/models/${MODEL}`
const VERTEX_OPERATIONS = `projects/p-1/locations/global/publishers/google/models/${MODEL}/operations/`

/**
 * Vertex AI, with its own kind of key.
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation
 */
export const vertexVeo: VideoVendor = {
  ...common,
  name: 'Veo on Vertex',
  type: 41,
  key: VERTEX_KEY,
  tellsFile: LARGE_FILM,
  start: () =>
    startVideoVendor(
      {
        refuses: received => refuses(received, `${VERTEX}:predictLongRunning`, VERTEX_KEY),
        readsNew: readsNew(`${VERTEX}:predictLongRunning`),
        idOf: count => `${VERTEX_OPERATIONS}film-${count}`,
        taken: ({ id }) => ({ name: id }),
        readsAsked: ({ method, path, body }) =>
          method === 'POST' && path === `${VERTEX}:fetchPredictOperation` ? JSON.parse(body).operationName : null,
        told: ({ id }, word) =>
          told(id, word, {
            raiMediaFilteredCount: word === 'filtered' ? 1 : 0,
            ...(word === 'filtered'
              ? { raiMediaFilteredReasons: [REASON] }
              : { videos: [{ bytesBase64Encoded: LARGE_FILM.toString('base64'), mimeType: 'video/mp4' }] }),
          }),
        unknown: notFound,
      },
      'going on',
    ),
}

function told(name: string, word: string, response: object): object {
  if (word === 'going on') return { name, metadata: { '@type': 'type.googleapis.com/PredictLongRunningMetadata' } }
  if (word === 'failed') return { name, done: true, error: { code: 3, message: REASON } }
  return { name, done: true, response: { '@type': 'type.googleapis.com/PredictLongRunningResponse', ...response } }
}

const readsNew =
  (at: string): VideoWire['readsNew'] =>
  ({ method, path, body }) =>
    method === 'POST' && path === at ? JSON.parse(body) : null

const notFound = () =>
  Response.json({ error: { code: 404, message: 'Operation not found', status: 'NOT_FOUND' } }, { status: 404 })

/** Serves the file, at another address, only to the same key. */
function ownFile({ path, headers }: Received, standIn: VideoStandIn): Response {
  if (headers.get('x-goog-api-key') !== KEY) return new Response('no', { status: 403 })
  return path === FILE
    ? new Response(null, { status: 302, headers: { location: `/download${FILE}` } })
    : fileOf(standIn)
}

const isFile = (path: string) => path === FILE || path === `/download${FILE}`

function refusal(name: string, status: number, code: string, message: string, means: number) {
  const body = { error: { code: status, message, status: code } }
  return { name, status, body, means: { status: means, message } }
}

const text = z.string().min(1)
const picture = z.strictObject({ bytesBase64Encoded: z.base64().min(1), mimeType: z.enum(['image/png', 'image/jpeg']) })
const shape = z.strictObject({
  instances: z
    .array(z.strictObject({ prompt: text, image: picture.optional(), lastFrame: picture.optional() }))
    .length(1),
  parameters: z.strictObject({
    aspectRatio: z.enum(['16:9', '9:16']).optional(),
    resolution: z.enum(['720p', '1080p', '4k']).optional(),
    durationSeconds: z.union([z.literal(4), z.literal(6), z.literal(8)]),
    sampleCount: z.literal(1).optional(),
    negativePrompt: text.optional(),
    personGeneration: z.enum(['allow_all', 'allow_adult', 'dont_allow']).optional(),
    seed: z.number().int().optional(),
    generateAudio: z.boolean().optional(),
  }),
})

function refuses({ path, headers, body }: Received, submit: string, key = KEY): Response | null {
  const says = (code: number, status: string, message: string) =>
    Response.json({ error: { code, message, status } }, { status: code })
  if (!isFile(path) && headers.get('x-goog-api-key') !== key) return says(400, 'INVALID_ARGUMENT', 'API key not valid')
  const wrong = path === submit ? misshapen(shape, JSON.parse(body)) : null
  return wrong === null ? null : says(400, 'INVALID_ARGUMENT', wrong)
}

import type { MediaQuirks } from '../canonical/media-by-address.ts'
import { countsBy, type Exchanges, embeddingsBy, imagesBy } from '../exchanges/index.ts'
import { geminiImages } from '../protocols/gemini/images.ts'
import { geminiCounts } from '../protocols/gemini-count-tokens/index.ts'
import { geminiEmbeddings } from '../protocols/gemini-embeddings/index.ts'
import { imagen } from '../protocols/gemini-predict/images.ts'
import type { Format } from '../protocols/index.ts'
import { merge, type Patches } from '../raw/patch-json.ts'
import type { OperatorOptions, Provider, ProviderCall } from './provider.ts'

const GEMINI_FORMATS: ReadonlySet<Format> = new Set([
  'gemini',
  'gemini-count-tokens',
  'gemini-embed-content',
  'gemini-batch-embed-contents',
])

export const IMAGEN_FORMATS: ReadonlySet<Format> = new Set(['gemini-predict'])

/** Models that only make images. */
export const isImagen = (model: string): boolean => model.includes('imagen')

/** Google AI Studio: the operator sets the API version for each model. */
export const gemini: Provider = {
  type: 24,
  id: 'gemini',
  name: 'Google Gemini',
  color: 'gold',
  baseUrl: 'https://generativelanguage.googleapis.com',
  models: { catalogue: 'google', only: /^(gemini|gemma)/ },
  modelNames: [
    'veo-3.0-fast-generate-001',
    'veo-3.0-generate-001',
    'veo-3.1-fast-generate-preview',
    'veo-3.1-generate-preview',
  ],
  nativeFormats: model => (isImagen(model) ? IMAGEN_FORMATS : GEMINI_FORMATS),
  target: model => ({ dialect: 'gemini', ...(TAKES_NO_ADDRESSES.test(model) && { quirks: FILMS_BY_ADDRESS }) }),
  exchanges: model => ({ ...embeddings, ...counts, ...imagesOf(model) }),
  address: ({ channel, path, model, options }) => `${channel.baseUrl}/${versionOf(model, options)}${path}`,
  headers: ({ channel }) => ({ 'x-goog-api-key': channel.key }),
  patches: geminiPatches,
}

/** https://ai.google.dev/gemini-api/docs/file-input-methods */
const TAKES_NO_ADDRESSES = /^gemini-(1\.|2\.0|pro)/
/** Videos on YouTube. */
const FILMS_BY_ADDRESS: MediaQuirks = { dataOnly: ['image', 'audio', 'file'] }

const embeddings = embeddingsBy(geminiEmbeddings)
const counts = countsBy(geminiCounts)
const byImagen = imagesBy(imagen)
const byGemini = imagesBy(geminiImages)

/** By Imagen, or by models that draw during conversations. */
export const imagesOf = (model: string): Exchanges => (isImagen(model) ? byImagen : byGemini)

function versionOf(model: string, options: OperatorOptions): string {
  const versions = options.get('gemini.version_settings')
  return versions[model] ?? versions.default ?? 'v1beta'
}

/** Adds the operator's settings that clients of other dialects cannot set. */
export function geminiPatches(
  { format, isConverted, model, options }: ProviderCall,
  member: (name: string) => unknown,
): Patches {
  // A Gemini client may set them itself, or leave them to Google.
  if (format !== 'gemini' || !isConverted || member('safetySettings') !== undefined) return {}
  const makesImages = options.get('gemini.supported_imagine_models').includes(model)
  return {
    safetySettings: safetySettings(options.get('gemini.safety_settings')),
    ...(makesImages && { generationConfig: merge({ responseModalities: ['TEXT', 'IMAGE'] }) }),
  }
}

/** https://ai.google.dev/gemini-api/docs/safety-settings */
const HARM_CATEGORIES = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
]

function safetySettings({ default: usual = 'OFF', ...named }: Readonly<Record<string, string>>) {
  const thresholds = { ...Object.fromEntries(HARM_CATEGORIES.map(category => [category, usual])), ...named }
  return Object.entries(thresholds).map(([category, threshold]) => ({ category, threshold }))
}

/** PaLM's API ended in 2024; its keys, host and header are Gemini's. */
export const palm: Provider = { ...gemini, type: 11, id: 'palm', name: 'Google PaLM2', color: 'orange' }

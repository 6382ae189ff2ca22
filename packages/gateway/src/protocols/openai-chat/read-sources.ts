import type { Citation } from '../../canonical/parts.ts'
import { asArray, asObject, asObjects, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'

/** Reads a source from a text's annotation: a page, at one level or two, or a file read for it. */
export function readAnnotation(annotation: JsonObject): Citation {
  const cited = asObject(annotation.url_citation) ?? (annotation.type === 'url_citation' ? annotation : null)
  if (!cited) {
    const native = { dialect: 'openai-chat', value: annotation }
    return { ...readSource(null, objectOrEmpty(annotation.file).name), native }
  }
  const { start_index: start, end_index: end } = cited
  return {
    ...readSource(cited.url, cited.title),
    ...(asText(cited.content) !== null && { quote: String(cited.content) }),
    ...(typeof start === 'number' && typeof end === 'number' && { start, end }),
  }
}

/** Returns the sources of the whole answer from hosts that searched: addresses from xAI and Perplexity, `web_search` from Zhipu. */
export const readSources = ({ citations, web_search }: JsonObject): Citation[] => [
  ...asArray(citations).flatMap(url => (asText(url) === null ? [] : [readSource(url)])),
  ...asObjects(web_search).map(({ link, title }) => readSource(link, title)),
]

const readSource = (url: unknown, title?: unknown): Citation => ({
  ...(asText(url) !== null && { url: String(url) }),
  ...(asText(title) !== null && { title: String(title) }),
})

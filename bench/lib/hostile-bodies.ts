import { benchModel } from './bodies.ts'

const MIB = 2 ** 20

/** A text of almost this many bytes. */
const repeated = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length))
const words = 'to and fro '
const request = `{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"model":"${benchModel}","messages":[]}},`

type Filling = (bytes: number, conversation: Conversation) => string
/** Writes a conversation that has only this text, given as JSON without quotes. */
type Conversation = (text: string) => string

const said: Conversation = text => `[{"role":"user","content":"${text}"}]`

/** Contents of a JSON value, by shape. */
const fillings: Record<string, Filling> = {
  'line ends': bytes => `[${repeated('\n', bytes)}]`,
  words: bytes => `"${repeated(words, bytes)}"`,
  'escaped quotes': bytes => `"${repeated('\\"', bytes)}"`,
  members: bytes => `{${repeated('"a":1,', bytes)}"b":1}`,
  'empty objects': bytes => `[${repeated('{},', bytes)}{}]`,
  numbers: bytes => `[${repeated('1,', bytes)}1]`,
  levels: bytes => repeated('[', bytes / 2) + repeated(']', bytes / 2),
  messages: bytes => `[${repeated('{"role":"user","content":"Go on"},', bytes)}{"role":"user","content":""}]`,
  requests: bytes => `[${repeated(request, bytes)}${request.slice(0, -1)}]`,
  'long strings': bytes => `[${repeated(`"${repeated(words, 60_000)}",`, bytes)}""]`,
  'one message': (bytes, conversation) => conversation(repeated(words, bytes - 100)),
  // a single such character doubles the memory of its text
  'one message in two scripts': (bytes, conversation) => conversation(`你${repeated(words, bytes - 100)}`),
  'one message of line ends': (bytes, conversation) => conversation(repeated('\\n', bytes - 100)),
  'one message with as many quotes as allowed': (bytes, conversation) =>
    conversation(repeated('\\"', Math.min(3_800_000, bytes / 2)) + repeated(words, Math.max(0, bytes - 3_800_100))),
  'as many messages as are converted': bytes => listOf(19_900, bytes, text => `{"role":"user","content":"${text}"}`),
  'as many texts as allowed': bytes => listOf(490_000, bytes, text => `"${text}"`),
  'as many numbers as allowed': () => `[${'1,'.repeat(490_000)}12345678901234567890]`,
}

/** A list of elements that fill the length together. */
const listOf = (count: number, bytes: number, element: (text: string) => string): string =>
  `[${Array.from({ length: count }, () => element(repeated(words, Math.max(0, bytes / count - 34)))).join()}]`

export const SHAPES = Object.keys(fillings)

export interface HostileBody {
  body: string
  contentType: string
}

/** The fields from which endpoints read most of their input, and how a conversation is written there. */
const PLACES: readonly [path: RegExp, member: string, conversation?: Conversation][] = [
  [/chat|messages$|count_tokens/, 'messages'],
  [/messages\/batches/, 'requests'],
  [/interactions/, 'input', text => `[{"type":"text","text":"${text}"}]`],
  [/generateContent|countTokens|v1beta/i, 'contents', text => `[{"role":"user","parts":[{"text":"${text}"}]}]`],
  [/conversations/, 'items'],
  [/completions|images|videos|suno|mj/, 'prompt', text => `["${text}"]`],
  [/rerank/, 'documents', text => `["${text}"]`],
]

const FORMS = /\/(files|edits|transcriptions|translations|videos)$/

/** A request whose body has this shape and length, in the format of the path's endpoint. */
export function hostileBody(path: string, shape: string, bytes = 64 * MIB - 1_024): HostileBody {
  const fill = fillings[shape]
  if (!fill) throw new Error(`there is no shape ${shape}`)
  const [, place = 'input', conversation = said] = PLACES.find(([pattern]) => pattern.test(path)) ?? []
  if (FORMS.test(path)) return form(asFile(fill(bytes - 1_024, conversation)))
  const beside = place === 'messages' ? '' : ',"messages":[{"role":"user","content":"Hello"}]'
  return {
    body: `{"model":"${benchModel}","max_tokens":9${beside},"${place}":${fill(bytes, conversation)}}`,
    contentType: 'application/json',
  }
}

/** Array elements become lines. */
const asFile = (value: string): string =>
  value.startsWith('[{') ? value.slice(1, -1).replaceAll('},{', '}\n{') : value

const BOUNDARY = 'bench-boundary'

function form(content: string): HostileBody {
  const fields = Object.entries({ purpose: 'batch', model: benchModel, prompt: 'Hello' })
  const parts = fields.map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n`
  return {
    body: `${parts.join('')}${head}${content}\r\n--${BOUNDARY}--\r\n`,
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

import { inPieces, STEPS, type Step, signatureOf, TOKENS } from './script.ts'
import { type SpokenDialect, unpaired } from './spoken-dialect.ts'

const MODEL = 'gemini-conversing'

interface Part {
  text?: string
  functionCall?: { name: string }
  functionResponse?: { name: string }
  thoughtSignature?: string
}

interface Content {
  role: string
  parts: Part[]
}

/**
 * Generated content with thoughts and calls without ids. The first of parallel calls has the signature, or the text if
 * there are no calls.
 */
export const gemini: SpokenDialect = {
  type: 24,
  model: MODEL,
  signs: 'calls',
  signsTexts: true,
  isStream: path => path.includes(':streamGenerateContent'),
  whole: step => generated(step, partsOf(step), 'STOP'),
  stream(step) {
    const pieces = partsOf(step).flatMap(inParts)
    const answers = pieces.map((part, at) => generated(step, [part], at === pieces.length - 1 ? 'STOP' : null))
    return answers.map(answer => `data: ${JSON.stringify(answer)}\r\n\r\n`).join('')
  },
  results: body => contentsOf(body).flatMap(responsesIn).length,
  rejection(body) {
    const contents = contentsOf(body)
    const signatures = contents.flatMap(({ parts }) => parts.flatMap(part => part.thoughtSignature ?? []))
    const known = [...STEPS.map((_, step) => signatureOf('gemini', step)), UNSIGNED, UNSIGNED_AS_TEXT]
    if (signatures.some(signature => !known.includes(signature))) return 'corrupted thought signature'
    if (contents.some(isUnsigned)) return 'function call is missing a thought_signature'
    // Without ids, calls and responses are matched by position and name.
    return unpaired(
      contents.flatMap(content => [
        ...responsesIn(content).map((name, at) => ({ result: `${name} ${at}` })),
        'between',
        ...callsIn(content).map(({ functionCall }, at) => ({ call: `${functionCall?.name} ${at}` })),
      ]),
    )
  },
}

/** Accepts calls made by other models. https://ai.google.dev/gemini-api/docs/thought-signatures */
const UNSIGNED_AS_TEXT = 'skip_thought_signature_validator'
const UNSIGNED = Buffer.from(UNSIGNED_AS_TEXT).toString('base64')

function partsOf(step: number) {
  const { thought, text, calls } = STEPS[step] as Step // the caller counted them
  return [
    ...(thought ? [{ text: thought, thought: true }] : []),
    ...(text ? [{ text, ...(calls.length === 0 && { thoughtSignature: signatureOf('gemini', step) }) }] : []),
    ...calls.map((functionCall, at) => ({
      functionCall,
      ...(at === 0 && { thoughtSignature: signatureOf('gemini', step) }),
    })),
  ]
}

type AnswerPart = ReturnType<typeof partsOf>[number]

/** A stream signs a text once it is over. */
function inParts(part: AnswerPart): AnswerPart[] {
  if (!('text' in part)) return [part]
  const { text, thoughtSignature, ...rest } = part as { text: string; thoughtSignature?: string; thought?: true }
  return [
    ...inPieces(text).map(piece => ({ ...rest, text: piece })),
    ...(thoughtSignature ? [{ text: '', thoughtSignature }] : []),
  ]
}

const generated = (step: number, parts: readonly AnswerPart[], finishReason: string | null) => ({
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(finishReason && { finishReason, ...groundingOf(step) }) },
  ],
  usageMetadata: {
    promptTokenCount: TOKENS.input,
    candidatesTokenCount: TOKENS.output - TOKENS.reasoning,
    thoughtsTokenCount: TOKENS.reasoning,
    totalTokenCount: TOKENS.input + TOKENS.output,
  },
  modelVersion: MODEL,
  responseId: `response-${step}`,
})

function groundingOf(step: number) {
  const { found, text } = STEPS[step] as Step // the caller counted them
  if (!found) return {}
  return {
    groundingMetadata: {
      webSearchQueries: ['notes'],
      groundingChunks: found.map(({ url, title }) => ({ web: { uri: url, title } })),
      groundingSupports: [{ segment: { text }, groundingChunkIndices: found.map((_, at) => at) }],
    },
  }
}

const contentsOf = (body: string): Content[] => JSON.parse(body).contents

const responsesIn = ({ parts }: Content): string[] => parts.flatMap(part => part.functionResponse?.name ?? [])
const callsIn = ({ parts }: Content): Part[] => parts.filter(part => part.functionCall)

const isUnsigned = (content: Content): boolean => {
  const [first] = callsIn(content)
  return first !== undefined && first.thoughtSignature === undefined
}

/** What a model says at one step of the conversation. */
export interface Step {
  thought: string
  text: string
  /** Called at once, in parallel. */
  calls: readonly ToolCall[]
  /** Pages that the host's own search found for it, where the host has one. */
  found?: readonly { url: string; title: string }[]
}

export interface ToolCall {
  name: string
  /** Of Responses; elsewhere it begins the name. */
  namespace?: string
  args: Record<string, unknown>
}

export const TOOL = {
  name: 'get_weather',
  description: 'Looks the weather of a city up.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
} as const

/** A call as families without namespaces are offered it. */
export const withoutNamespace = ({ name, namespace, args }: ToolCall): ToolCall => ({
  name: namespace === undefined ? name : `${namespace}__${name}`,
  args,
})

const weatherIn = (city: string): ToolCall => ({ name: TOOL.name, args: { city } })

export const SYSTEM = 'Be brief.'
export const QUESTION = 'Which is the warmest: Paris, Rome or Oslo?'

/** Asked of what was answered. The model says the same again. */
export const FOLLOW_UP = 'Are you sure?'

/** First the model calls two tools at once, given their results a third, and then it answers. */
export const STEPS: [Step, Step, Step, ...Step[]] = [
  { thought: 'I look two of them up at once.', text: '', calls: [weatherIn('Paris'), weatherIn('Rome')] },
  { thought: 'Oslo is still missing.', text: 'One more.', calls: [weatherIn('Oslo')] },
  { thought: '', text: 'Rome is the warmest of the three, at 27 °C.', calls: [] },
]

/** Adds what a model says in another conversation. Returns its number, which its ids and signatures carry. */
export const addStep = (step: Step): number => STEPS.push(step) - 1

/** What the calls of the first two steps come to. */
export const RESULTS: readonly [string[], string[]] = [['sunny, 21 °C', 'sunny, 27 °C'], ['snow, -3 °C']]

/** Which step follows so many results. */
export const stepAfter = (results: number): number => (results === 0 ? 0 : results < RESULTS.flat().length ? 1 : 2)

/** Tokens each step reports; some of the output is thought. */
export const TOKENS = { input: 100, output: 30, reasoning: 10 } as const

/** The signature of a step's thought: base64, as providers that check it expect. */
export const signatureOf = (upstream: string, step: number): string =>
  Buffer.from(`signed by ${upstream} at step ${step}`).toString('base64')

/** The thought of a step, if it has one, in two pieces, as streams have it. */
export const inPieces = (text: string): string[] => (text === '' ? [] : [text.slice(0, 9), text.slice(9)])

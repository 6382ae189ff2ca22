/** What a model says at one step of the conversation. */
export interface Step {
  thought: string
  text: string
  /** Parallel calls. */
  calls: readonly ToolCall[]
  /** Pages found by the host's own search, if it has one. */
  found?: readonly { url: string; title: string }[]
}

export interface ToolCall {
  name: string
  /** For Responses; other families prefix it to the name. */
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

/** The call as families without namespaces see it. */
export const withoutNamespace = ({ name, namespace, args }: ToolCall): ToolCall => ({
  name: namespace === undefined ? name : `${namespace}__${name}`,
  args,
})

const weatherIn = (city: string): ToolCall => ({ name: TOOL.name, args: { city } })

export const SYSTEM = 'Be brief.'
export const QUESTION = 'Which is the warmest: Paris, Rome or Oslo?'

/** The question after an answer. The model says the same again. */
export const FOLLOW_UP = 'Are you sure?'

/** The model calls two tools at once, then a third once it has their results, and then answers. */
export const STEPS: [Step, Step, Step, ...Step[]] = [
  { thought: 'I look two of them up at once.', text: '', calls: [weatherIn('Paris'), weatherIn('Rome')] },
  { thought: 'Oslo is still missing.', text: 'One more.', calls: [weatherIn('Oslo')] },
  { thought: '', text: 'Rome is the warmest of the three, at 27 °C.', calls: [] },
]

/** Adds a step of another conversation. Returns its number, which its ids and signatures contain. */
export const addStep = (step: Step): number => STEPS.push(step) - 1

/** The results of the calls of the first two steps. */
export const RESULTS: readonly [string[], string[]] = [['sunny, 21 °C', 'sunny, 27 °C'], ['snow, -3 °C']]

/** The step that follows this many results. */
export const stepAfter = (results: number): number => (results === 0 ? 0 : results < RESULTS.flat().length ? 1 : 2)

/** The tokens each step reports. Output includes reasoning. */
export const TOKENS = { input: 100, output: 30, reasoning: 10 } as const

/** The signature of a step's thought: base64, as providers that check it expect. */
export const signatureOf = (upstream: string, step: number): string =>
  Buffer.from(`signed by ${upstream} at step ${step}`).toString('base64')

/** The thought of a step in two pieces, as streams send it; none if it is empty. */
export const inPieces = (text: string): string[] => (text === '' ? [] : [text.slice(0, 9), text.slice(9)])

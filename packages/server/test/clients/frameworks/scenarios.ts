import type { Log } from '@tollgate/contract'
import { TOKENS, TOOL } from '../../support/conversing-upstream/script.ts'
import type { Played, Turn } from '../cli/family-upstreams.ts'
import type { Came } from './driver.ts'

/** The properties of a framework that decide its model's turns. */
interface Caller {
  id: string
  objectTool?: string
}

/** Something a framework does with a model of a family. */
export interface FrameworkScenario {
  name: string
  title: string
  /** The driver's name for it. */
  plays: string
  isStream?: true
  /** Its token's quota is too low for any call. */
  isPoor?: true
  /** The model to request instead of the family's. */
  model?: string
  turns(caller: Caller): readonly Turn[]
  /** Returns what went wrong, in words; empty if all is well. */
  faults(outcome: Outcome): string[]
}

/** The result of a scenario. */
export interface Outcome {
  came: Came
  played: readonly Played[]
  charged: readonly Log[]
  refusals: readonly Log[]
}

export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const ANSWER = 'Rome is the warmer of the two.'
const OBJECT = { city: 'Rome', degrees: 27 }
const LONG = Array.from({ length: 600 }, (_, at) => `Line ${at} of a tale.`).join(' ')

const says = (text: string): Turn => ({ thought: '', text, calls: [] })
const answers = () => [says(ANSWER)]
const weatherIn = (city: string) => ({ name: TOOL.name, args: { city } })
const loops = (): Turn[] => [
  { thought: 'I look both up at once.', text: '', calls: [weatherIn('Paris'), weatherIn('Rome')] },
  says(ANSWER),
]

const RESULTS = ['sunny, 21 degrees', 'sunny, 27 degrees']
const hasLooped = (outcome: Outcome): string[] => [
  ...answered(outcome, 2, ANSWER),
  ...RESULTS.filter(text => !outcome.played.at(-1)?.body.includes(text)).map(text => `“${text}” did not come up`),
]

export const frameworkScenarios = [
  { name: 'tools', title: 'a loop of parallel tools, whole', plays: 'tools', turns: loops, faults: hasLooped },
  { name: 'streamed', title: 'the same, streamed', plays: 'tools', isStream: true, turns: loops, faults: hasLooped },
  {
    name: 'image',
    title: 'a picture comes up unaltered',
    plays: 'image',
    turns: ({ id, objectTool }) => (id === 'instructor' ? [object(objectTool)] : answers()),
    faults: outcome => [
      ...answered(outcome, 1, ''),
      ...(outcome.played.at(-1)?.body.includes(PICTURE) ? [] : ['the picture did not come up']),
    ],
  },
  {
    name: 'structured',
    title: 'an object of a schema',
    plays: 'structured',
    turns: ({ objectTool }) => [object(objectTool)],
    faults: outcome => [
      ...answered(outcome, 1, ''),
      ...(outcome.came.text === undefined || Bun.deepEquals(objectIn(outcome.came.text), OBJECT)
        ? []
        : [`it read ${outcome.came.text}`]),
    ],
  },
  {
    name: 'error',
    title: 'an unknown model: the gateway’s sentence is raised at once',
    plays: 'answer',
    model: 'no-such-model',
    turns: answers,
    faults: outcome => raised(outcome, 'The model no-such-model does not exist'),
  },
  {
    name: 'poor',
    title: 'too little quota: the same',
    plays: 'answer',
    isPoor: true,
    turns: answers,
    faults: outcome => raised(outcome, 'quota is too low for this call'),
  },
  {
    name: 'cancel',
    title: 'a stream is left after its first words: charged once',
    plays: 'cancel',
    isStream: true,
    turns: () => [{ ...says(LONG), isHeld: true }],
    faults: ({ came, played, charged }) => [
      ...refused(played),
      ...(came.text ? [] : [came.error ?? 'no words came']),
      ...(charged.length === 1 && charged.every(({ quota }) => quota > 0) ? [] : [`${charged.length} charges`]),
    ],
  },
  {
    name: 'socket',
    title: 'the tool loop over the WebSocket of Responses',
    plays: 'socket',
    turns: loops,
    faults: hasLooped,
  },
  {
    name: 'realtime',
    title: 'a live session: what is said is heard and charged',
    plays: 'realtime',
    model: 'gpt-realtime',
    turns: () => [],
    faults: ({ came, charged }) => [
      ...(came.text === 'The gate is open.' ? [] : [came.error ?? `it heard ${came.text}`]),
      ...(charged.length === 1 && charged.every(({ quota }) => quota > 0) ? [] : [`${charged.length} charges`]),
    ],
  },
] as const satisfies readonly FrameworkScenario[]

export type ScenarioName = (typeof frameworkScenarios)[number]['name']

function object(tool: string | undefined): Turn {
  return tool === undefined
    ? says(JSON.stringify(OBJECT))
    : { thought: '', text: '', calls: [{ name: tool, args: OBJECT }] }
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The rules for every fully answered scenario. */
function answered({ came, played, charged }: Outcome, turns: number, text: string): string[] {
  return [
    ...refused(played),
    ...(came.error === undefined ? [] : [came.error.slice(0, 200)]),
    ...(came.text === undefined || came.text.includes(text) ? [] : [`it read “${came.text.slice(0, 80)}”`]),
    ...(played.length === turns ? [] : [`${played.length} of ${turns} requests came up`]),
    ...(charged.length === played.length ? [] : [`${charged.length} charges for ${played.length} requests`]),
    ...(charged.every(({ completion_tokens }) => completion_tokens === TOKENS.output)
      ? []
      : ['a charge is not of the tokens that were reported']),
  ]
}

function raised({ came, refusals, played }: Outcome, sentence: string): string[] {
  return [
    ...(came.error === undefined ? [`nothing was raised, it read ${came.text}`] : []),
    ...(came.error === undefined || came.error.includes(sentence) ? [] : [`it raised ${came.error.slice(0, 200)}`]),
    ...(played.length === 0 ? [] : ['something came up']),
    ...(refusals.length === 1 ? [] : [`it asked ${refusals.length} times`]),
  ]
}

const refused = (played: Outcome['played']): string[] =>
  played.flatMap(({ family, refusal }) => (refusal === null ? [] : [`${family} refused: ${refusal}`]))

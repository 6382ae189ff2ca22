import { type eraOf, pricedName } from './new-api-ratios.ts'

type Era = ReturnType<typeof eraOf>
type Rule = readonly [names: string, ratio: number, eras?: string]

/** Output's multiples of input that new-api has fixed in its code, whatever its option says. A star stands for anything. */
const FIXED: readonly Rule[] = [
  ['gpt-4o-2024-05-13', 3],
  ['gpt-4o*', 4, '01'],
  ['gpt-5.4-nano*', 6.25, '2'],
  ['gpt-5.4*', 6, '2'],
  ['gpt-4.5-preview*', 2],
  ['gpt-4-turbo*', 3],
  ['gpt-4-1106', 3],
  ['o1*', 4],
  ['o3*', 4],
  ['chatgpt-4o-latest', 3],
  ['*claude-3*', 5],
  ['*claude-sonnet-4*', 5, '12'],
  ['*claude-opus-4*', 5, '12'],
  ['*claude-haiku-4*', 5, '2'],
  ['*claude-fable-5*', 5, '2'],
  ['*claude-sonnet-5*', 5, '2'],
  ['*claude-opus-5*', 5, '2'],
  ['*claude-instant-1*', 3, '01'],
  ['*claude-2*', 3, '01'],
  ['gpt-3.5-turbo', 3, '01'],
  ['gpt-3.5*0125', 3, '01'],
  ['gpt-3.5*1106', 2, '01'],
  ['gpt-3.5*', 4 / 3, '01'],
  ['mistral-*', 3],
  ['gemini-*', 4, '0'],
  ['gemini-1.5*', 4],
  ['gemini-2.0*', 4],
  ['command-r', 3],
  ['command-r-plus', 5],
  ['command-r-08-2024', 4],
  ['command-r-plus-08-2024', 4],
  ['deepseek-chat', 4, '01'],
  ['deepseek-reasoner', 4, '01'],
  ['ERNIE-Speed-*', 2],
  ['ERNIE-Lite-*', 2],
  ['ERNIE-Character*', 2],
  ['ERNIE-Functions*', 2],
  ['llama2-70b-4096', 0.8 / 0.64],
  ['llama3-8b-8192', 2],
  ['llama3-70b-8192', 0.79 / 0.59],
]

/** Those that hold where its option says nothing. */
const OPEN: readonly Rule[] = [
  ['gpt-4o-mini-tts*', 20, '2'],
  ['gpt-4o*', 4, '2'],
  ['gpt-5.*', 6, '2'],
  ['gpt-4*', 2],
  ['gpt-*', 2, '2'],
  ['gemini-2.5-pro*', 8],
  ['gemini-2.5-flash-preview*-nothinking', 4],
  ['gemini-2.5-flash-preview*', 3.5 / 0.15],
  ['gemini-2.5-flash-lite*', 4],
  ['gemini-2.5-flash*', 2.5 / 0.3],
  ['gemini-robotics-er-1.5*', 2.5 / 0.3, '2'],
  ['gemini-3-pro-image*', 60, '2'],
  ['gemini-3-pro*', 6, '2'],
  ['gemini-*', 4],
  ['command*', 4],
]

/** Those of its option where no row of it was ever stored. */
const OF_OPTION: Readonly<Record<string, number>> = {
  'gpt-4-gizmo-*': 2,
  'gpt-4o-gizmo-*': 3,
  'gpt-4-all': 2,
  'gpt-image-1': 8,
}

/**
 * Returns the multiple of a model's output, by what the option says of it; `isStored` is whether the option has a row at
 * all. `isFixed`: whatever the option says.
 */
export function builtInCompletion(
  model: string,
  era: Era,
  { stored, isStored }: { stored: number | undefined; isStored: boolean },
): { ratio: number; isFixed: boolean } {
  const name = pricedName(model)
  if (name.includes('/') && stored !== undefined) return { ratio: stored, isFixed: false }
  const said = stored ?? (isStored ? undefined : OF_OPTION[name])
  // Custom models, and those of whole accounts.
  const isReserved = (name.endsWith('-all') || name.endsWith('-gizmo-*')) && (era === 2 || name.startsWith('gpt-4'))
  if (isReserved) return { ratio: said ?? (era === 2 ? 2 : 1), isFixed: false }
  const fixed = era > 0 && isGptFive(name) ? 8 : ratioIn(FIXED, name, era)
  if (fixed !== undefined) return { ratio: fixed, isFixed: true }
  return { ratio: said ?? ratioIn(OPEN, name, era) ?? 1, isFixed: false }
}

/** The first of its series; those with a point in their name have their own multiples. */
const isGptFive = (name: string) => name.startsWith('gpt-5') && !name.includes('.')

const ratioIn = (rules: readonly Rule[], name: string, era: Era): number | undefined =>
  rules.find(([names, , eras = '012']) => eras.includes(String(era)) && fits(name, names))?.[1]

function fits(name: string, names: string): boolean {
  const [begin = '', end, more] = names.split('*')
  if (end === undefined) return name === begin
  return more === undefined ? name.startsWith(begin) && name.endsWith(end) : name.includes(end)
}

/** Request parameters for a model's answer. Each is only sent if it is switched on. */
export const PARAMETERS = {
  temperature: { kind: 'number', min: 0, max: 2, step: 0.1, initial: 1 },
  top_p: { kind: 'number', min: 0, max: 1, step: 0.05, initial: 1 },
  max_tokens: { kind: 'number', min: 1, max: 1_000_000, step: 1, initial: 4096 },
  frequency_penalty: { kind: 'number', min: -2, max: 2, step: 0.1, initial: 0 },
  presence_penalty: { kind: 'number', min: -2, max: 2, step: 0.1, initial: 0 },
  seed: { kind: 'number', min: 0, max: 2_147_483_647, step: 1, initial: 1 },
  stop: { kind: 'text', initial: '' },
  effort: { kind: 'choice', choices: ['low', 'medium', 'high'], initial: 'medium' },
} as const satisfies Record<string, Parameter>

type Parameter =
  | { kind: 'number'; min: number; max: number; step: number; initial: number }
  | { kind: 'text'; initial: string }
  | { kind: 'choice'; choices: readonly string[]; initial: string }

export type ParameterName = keyof typeof PARAMETERS
// The table's own keys.
export const PARAMETER_NAMES = Object.keys(PARAMETERS) as ParameterName[]

export type ParameterValues = Partial<Record<ParameterName, number | string>>

/** Returns whether a value may be sent: numbers in range, short texts, offered choices. */
export function isValueOf(name: ParameterName, value: unknown): value is number | string {
  const parameter: Parameter = PARAMETERS[name]
  if (parameter.kind === 'number') return typeof value === 'number' && value >= parameter.min && value <= parameter.max
  if (typeof value !== 'string') return false
  return parameter.kind === 'text' ? value.length <= 1_000 : parameter.choices.includes(value)
}

import { paths } from '../../lib/paths.ts'
import type { FirstSteps } from './api.ts'

/** The steps to the first receipt. A step is done when its result exists, however it was achieved. */
export const STEPS = [
  { key: 'channel', to: paths.addChannel, isDone: (facts: FirstSteps) => facts.channel_id !== null },
  { key: 'test', to: paths.channels, isDone: (facts: FirstSteps) => facts.tested || facts.called },
  { key: 'token', to: paths.tokens, isDone: (facts: FirstSteps) => facts.token_id !== null },
  { key: 'call', to: paths.connect, isDone: (facts: FirstSteps) => facts.called },
] as const

export type StepKey = (typeof STEPS)[number]['key']

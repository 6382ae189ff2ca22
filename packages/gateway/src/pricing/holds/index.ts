export { type InputFacts, inputFacts } from './most-input.ts'
export { type HoldPlan, outputFor, planHold, type SizedRequest } from './plan-hold.ts'

export { addToBatchSize, type BatchSize, costOfBatch, noRequests } from './batch-size.ts'
export { factsIn } from './most-input.ts'
export { outputLimitOf, ownOutputLimit } from './output-limits.ts'
export { type HoldPlan, outputFor, planHold, type SizedRequest } from './plan-hold.ts'

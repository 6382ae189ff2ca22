export { addToBatchSize, type BatchSize, costOfBatch, noRequests } from './batch-size.ts'
export { factsIn } from './most-input.ts'
export { outputLimitOf, ownOutputLimit } from './output-limits.ts'
export { type HoldPlan, outputFor, planHold, prepareHold, type SizedRequest, type SizedText } from './plan-hold.ts'

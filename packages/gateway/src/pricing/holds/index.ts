export { type HoldPlan, outputFor, planHold, type SizedRequest } from './plan-hold.ts'

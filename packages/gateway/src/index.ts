// errors, follow, raw: what the relay needs when both sides speak the same dialect

export { inputTotal, noUsage, outputTotal, type Usage } from './canonical/usage.ts'
export * from './errors/index.ts'
export * from './follow/index.ts'
// planning, providers: which channel, and how it is reached
export { type Candidate, pickCandidate } from './planning/candidates.ts'
export { type Health, makeHealth } from './planning/health.ts'
export { ModelMappingCycle, mapModel } from './planning/model-mapping.ts'
// pricing: what a request costs
export * from './pricing/index.ts'
export { type Provider, type ProviderCall, type ProviderChannel, providerOf } from './providers/index.ts'
export { allKnownModels } from './providers/known-models.ts'
export { merge, type Patches, patchJson } from './raw/patch-json.ts'
export { readMembers } from './raw/read-members.ts'
export { MalformedJson, type ScannedObject, scanObject } from './raw/scan-json.ts'

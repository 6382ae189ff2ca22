// errors, follow, raw: what the relay needs when both sides speak the same dialect
export * from './errors/index.ts'
export * from './follow/index.ts'
export { merge, type Patches, patchJson } from './raw/patch-json.ts'
export { readMembers } from './raw/read-members.ts'
export { MalformedJson, type ScannedObject, scanObject } from './raw/scan-json.ts'
// planning, providers: which channel, and how it is reached
export { type Candidate, pickCandidate } from './planning/candidates.ts'
export { type Health, makeHealth } from './planning/health.ts'
export { ModelMappingCycle, mapModel } from './planning/model-mapping.ts'
export { type Provider, type ProviderCall, type ProviderChannel, providerOf } from './providers/index.ts'
export { allKnownModels } from './providers/known-models.ts'

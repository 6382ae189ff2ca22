// errors, follow, raw: what the relay needs when both sides speak the same dialect
export * from './errors/index.ts'
export * from './follow/index.ts'
export { type Patches, merge, patchJson } from './raw/patch-json.ts'
export { readMembers } from './raw/read-members.ts'
export { MalformedJson, type ScannedObject, scanObject } from './raw/scan-json.ts'

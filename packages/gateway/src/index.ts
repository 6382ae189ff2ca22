// errors, follow, raw: what the relay needs when both sides speak the same dialect

// adapt: what a model's name or its channel asks for besides
export * from './adapt/index.ts'
// canonical, dialects: what the relay needs when the two sides speak different dialects
export type { Answer, AnswerEvent, FinishEvent } from './canonical/answer.ts'
export type { Ask } from './canonical/ask.ts'
export { parseExact } from './canonical/exact-json.ts'
export {
  type MediaByAddress,
  type MediaToFetch,
  mediaToFetch,
  replaceMedia,
  tellsAddresses,
} from './canonical/media-by-address.ts'
export type { MediaPart } from './canonical/parts.ts'
export { carriesSeals } from './canonical/seal.ts'
export { inputTotal, noUsage, outputTotal, type Usage } from './canonical/usage.ts'
export type {
  AnswerWriter,
  Dialect,
  Frame,
  Framing,
  HostHabits,
  UpstreamDialect,
  WriteAnswerContext,
  WriteAskContext,
} from './dialects/dialect.ts'
export {
  type GeminiAddress,
  readAddress as readGeminiAddress,
  writeAddress as writeGeminiAddress,
  writeChatAddress as writeGeminiChatAddress,
} from './dialects/gemini/address.ts'
export {
  type ClientDialectId,
  clientDialects,
  type DialectId,
  dialects,
  type UpstreamDialectId,
  upstreamDialects,
} from './dialects/index.ts'
export { AskRefused, type Loss } from './dialects/losses.ts'
export { kindOfMime, sniffMime } from './dialects/media.ts'
export * from './errors/index.ts'
export { isCount, writeCount } from './exchanges/count-tokens/index.ts'
export type { Exchange, PutQuestion, WireFormat } from './exchanges/index.ts'
export * from './follow/index.ts'
// holds: what must be set aside for a request
export * from './holds/index.ts'
export * from './passage/index.ts'
// planning, providers: which channel, and how it is reached
export { type Candidate, pickCandidate } from './planning/candidates.ts'
export { type Health, makeHealth } from './planning/health.ts'
export { ModelMappingCycle, mapModel } from './planning/model-mapping.ts'
export { renameModel } from './planning/rename-model.ts'
// pricing: what a request costs
export * from './pricing/index.ts'
export { readAwsKey } from './providers/aws/key.ts'
export {
  type Converses,
  type CredentialKind,
  canServe,
  type OperatorOptions,
  type Provider,
  type ProviderCall,
  type ProviderChannel,
  providerOf,
} from './providers/index.ts'
export { allKnownModels } from './providers/known-models.ts'
export { readServiceAccount, type ServiceAccount } from './providers/service-account.ts'
export { splitZhipuKey } from './providers/zhipu.ts'
export {
  boundaryOf,
  editForm,
  type FormEdits,
  growthBy,
  MalformedForm,
  readForm as readFormFields,
} from './raw/multipart/index.ts'
export { merge, type Patches, patchJson } from './raw/patch-json.ts'
export { readMembers } from './raw/read-members.ts'
export { AmbiguousMember, newSeen } from './raw/read-names.ts'
export { JsonTooComplex, MalformedJson, type Member, type ScannedObject, scanObject } from './raw/scan-json.ts'
// realtime: what passes in a live session
export * from './realtime/index.ts'
// request: what is read of one
export { readMembersOf } from './request/read-members-of.ts'
// screening: what may not be said
export { saysOneOf, type WordFinder, wordFinder } from './screening/word-finder.ts'
export { countFrames } from './sound/frames.ts'
export { passedSeconds, soundSeconds } from './sound/length.ts'
export { splitJsonArray } from './stage/json-array.ts'
export { type SseFrame, splitSse } from './stage/sse.ts'
export type { Stage } from './stage/stage.ts'

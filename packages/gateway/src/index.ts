// adapt: changes that a model's name or its channel asks for
export * from './adapt/index.ts'
// balances: how providers report them
export { balanceCallOf, typesWithBalance } from './balances/index.ts'
// canonical, dialects: conversion between two dialects
export type { Answer, AnswerEvent, FinishEvent } from './canonical/answer.ts'
export { isRawJson, parseExact } from './canonical/exact-json.ts'
export {
  type MediaByAddress,
  type MediaQuirks,
  type MediaToFetch,
  mediaAsData,
  mediaToFetch,
  replaceMedia,
} from './canonical/media-by-address.ts'
export type { MediaPart } from './canonical/parts.ts'
export type { CanonicalRequest } from './canonical/request.ts'
export { hasMark, marksIn, type RequestMark } from './canonical/request-marks.ts'
export { addUsage, CACHE_KEPT_SECONDS, inputTotal, noUsage, outputTotal, type Usage } from './canonical/usage.ts'
// content filter: forbidden words
export { type AnswerFilter, type AnswerWords, answerWords } from './content-filter/answer-filter.ts'
export { containsWord, type WordFinder, wordFinder } from './content-filter/word-finder.ts'
export * from './errors/index.ts'
export type { Exchanges } from './exchanges/index.ts'
export type { Footage } from './metering/consumed.ts'
export type { Meter, MeteredCall, RequestCounts } from './metering/meter.ts'
// model facts: what people look up before they choose a model
export { type ModelFacts, modelFacts } from './model-facts/index.ts'
export type { ObserverFactory, StreamObserver } from './observers/observer.ts'
export { isEmpty, newTally, type Tally } from './observers/tally.ts'
export {
  disableReason,
  isAboutAccount,
  type KeyFault,
  keyFault,
  type RefusedAttempt,
} from './planning/account-failure.ts'
// planning, providers: which channel, and how to reach it
export { type Candidate, chooseCandidate, type Draw, pickCandidate, prepareDraw } from './planning/candidates.ts'
export { type ComparedCounts, comparable, type Drift, isPlainRequest, makeDriftTest } from './planning/count-drift.ts'
export { type Breaker, type ChannelFailure, type Health, makeHealth } from './planning/health.ts'
export { keyRestSeconds } from './planning/key-rest.ts'
export { isRouterName, isSameModel } from './planning/served-model.ts'
export {
  type AskedLevels,
  heldFactor,
  servedFactors,
  type ToldLevels,
} from './planning/service-levels.ts'
export { isCheapToTest, type TestRequest, testRequest } from './planning/test-request.ts'
export { type CheckedChoices, isChoiceField, tellable, withoutChoices } from './planning/without-choices.ts'
export { withoutHostTools } from './planning/without-host-tools.ts'
export { withoutUnknown } from './planning/without-unknown.ts'
// price lists: model prices that others publish
export * from './price-lists/index.ts'
// holds: what to reserve for a request
export * from './pricing/holds/index.ts'
// pricing: what a request costs
export * from './pricing/index.ts'
export { addFacts } from './pricing/input-facts.ts'
export type { InputFacts } from './pricing/leaf-facts.ts'
export { countRequest, readCount } from './protocols/anthropic-count-tokens/count-request.ts'
export { iterationModels } from './protocols/anthropic-messages/read-usage.ts'
export { readMembersOf, renameModel, renamePassed, writeCount } from './protocols/by-format.ts'
export { runPath as cloudflareRunPath } from './protocols/cloudflare-run/path.ts'
export type {
  AnswerWriter,
  AskedSearch,
  Dialect,
  Frame,
  Framing,
  UpstreamDialect,
  WriteAnswerContext,
  WriteRequestContext,
} from './protocols/common/dialect.ts'
export type { EndpointTraits, SoundForm } from './protocols/common/endpoint.ts'
export { type Loss, RequestRefused } from './protocols/common/losses.ts'
export { kindOfMime, sniffMime } from './protocols/common/media.ts'
export {
  type GeminiAddress,
  readAddress as readGeminiAddress,
  writeAddress as writeGeminiAddress,
  writeChatAddress as writeGeminiChatAddress,
} from './protocols/gemini/address.ts'
export { collectInteraction, replayInteraction } from './protocols/gemini-interactions/interaction-events.ts'
export {
  type ClientDialectId,
  clientDialects,
  type DialectId,
  dialects,
  endpoints,
  type Format,
  isCount,
  meters,
  observers,
  protocols,
  type UpstreamDialectId,
  upstreamDialects,
  type WireFormat,
} from './protocols/index.ts'
// request: parts of a request
export { leadingMessages } from './protocols/leading-messages.ts'
export * from './protocols/openai-realtime/session.ts'
export { readAwsKey } from './providers/aws/key.ts'
export { readBaiduKey } from './providers/ernie.ts'
export { readTencentKey } from './providers/hunyuan.ts'
export {
  type BatchHost,
  type CredentialKind,
  canServe,
  type MediaUpload,
  type OperatorOptions,
  type PollCall,
  type Provider,
  type ProviderCall,
  type ProviderChannel,
  providerOf,
  providers,
  type StopCall,
  type TargetProtocol,
} from './providers/index.ts'
export { allKnownModels } from './providers/known-models.ts'
export { modelListRequest, readModelList } from './providers/model-list.ts'
export { readServiceAccount, type ServiceAccount } from './providers/service-account.ts'
export { readSparkKey } from './providers/spark.ts'
export { splitAccessKey } from './providers/video-hosts.ts'
export { splitZhipuKey } from './providers/zhipu.ts'
export { editMembers } from './raw/edit-json.ts'
export { asCode, asNumber, asObjects, asText, complexityOf, dig, isObject, lookUp, tryParse } from './raw/json.ts'
export { JsonTooComplex, MalformedJson } from './raw/json-limits.ts'
export {
  boundaryOf,
  type FormEdits,
  type FormReader,
  MalformedForm,
  readForm as readFormFields,
  rewriteForm,
  rewrittenBytes,
} from './raw/multipart/index.ts'
export { endOfString } from './raw/pass-json.ts'
export { merge, type Patches, patchJson, patchObject, verbatim } from './raw/patch-json.ts'
export { readMember, readMembers } from './raw/read-members.ts'
export { AmbiguousMember, newSeen, type ReadNames, readNames } from './raw/read-names.ts'
export { elementsIn, type Member, type ScannedObject, scanObject } from './raw/scan-json.ts'
export { apart } from './raw/short-text.ts'
export type { Stage } from './raw/stage.ts'
export * from './response-pipeline/index.ts'
export { measureSound } from './sound/measure.ts'
export { splitJsonArray } from './stage/json-array.ts'
export { type SseFrame, splitSse } from './stage/sse.ts'
export { estimateInput } from './usage/estimate-input.ts'

export * from './affinity-rules.ts'
export * from './call.ts'
export * from './calls/index.ts'
export { CHANNEL_LIMITS, type ChannelLimit, hasLimits, limitsIn } from './channel-limits.ts'
export * from './chat-links/index.ts'
export * from './clients/index.ts'
export { splitList } from './comma-list.ts'
export * from './constants.ts'
export { csvLine } from './csv.ts'
export * from './entities/ability.ts'
export * from './entities/attempt-note.ts'
export * from './entities/call-weights.ts'
export * from './entities/channel.ts'
export * from './entities/channel-flag.ts'
export * from './entities/channel-headers.ts'
export * from './entities/channel-hour.ts'
export * from './entities/channel-key.ts'
export * from './entities/channel-setting.ts'
export * from './entities/channel-type.ts'
export * from './entities/charge-rule.ts'
export * from './entities/child-key.ts'
export * from './entities/drawing.ts'
export * from './entities/import-run.ts'
export * from './entities/import-sentences.ts'
export * from './entities/invitation.ts'
export * from './entities/list-view.ts'
export * from './entities/log.ts'
export * from './entities/log-columns.ts'
export * from './entities/look.ts'
export * from './entities/mirror.ts'
export * from './entities/model-page.ts'
export * from './entities/model-preset.ts'
export * from './entities/model-price.ts'
export * from './entities/order.ts'
export * from './entities/overview.ts'
export * from './entities/passkey.ts'
export * from './entities/plan.ts'
export * from './entities/price-list.ts'
export * from './entities/pricing.ts'
export { type ProxyAddress, readProxy } from './entities/proxy-address.ts'
export * from './entities/quote.ts'
export * from './entities/receipt.ts'
export * from './entities/redemption.ts'
export * from './entities/refund.ts'
export * from './entities/routing-note.ts'
export * from './entities/session.ts'
export type { Statement } from './entities/statement.ts'
export * from './entities/task.ts'
export * from './entities/team.ts'
export * from './entities/token.ts'
export {
  type Flow,
  type FlowColumn,
  type Latency,
  type Percentiles,
  UNUSUAL_MEASURES,
  type UnusualHour,
  type UnusualHours,
  type UnusualMeasure,
  type Usage,
  type UsageDays,
  type UsageShare,
  type UsageShares,
  type UsageSums,
  type UsageWallet,
} from './entities/usage.ts'
export * from './entities/user.ts'
export * from './entities/user-message.ts'
export * from './entities/what-if.ts'
export * from './error-codes.ts'
export * from './errors.ts'
export { fillIn } from './fill-in.ts'
export * from './format-quota.ts'
export {
  autoGroups,
  type GroupOptions,
  type GroupTerms,
  groupTermsOf,
  pricedGroups,
  usableGroups,
} from './group-rules.ts'
export * from './languages.ts'
export { LIST_SORTS, type ListName, type Sort, type SortColumn } from './list-query.ts'
export * from './look.ts'
export { LOSS_NAMES, LOSS_REASONS, LOST_THINGS, type LossCode, type LossReason, readLoss } from './losses.ts'
export { messages } from './messages/index.ts'
export { ModelMappingCycle, mapModel } from './model-mapping.ts'
export { numberFormat } from './number-format.ts'
export { openApiDocument } from './openapi/document.ts'
export type { Json, OpenApiDocument } from './openapi/types.ts'
export * from './options/index.ts'
export * from './overview.ts'
export * from './playground.ts'
export * from './quota-period.ts'
export * from './reasons.ts'
export * from './reply.ts'
export * from './rights.ts'
export { promptBefore, promptPlace } from './system-prompt.ts'
export * from './time-zone.ts'
export * from './top-up-bonus.ts'
export * from './trailing-slashes.ts'
export * from './typical-calls.ts'

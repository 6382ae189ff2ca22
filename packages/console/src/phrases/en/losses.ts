import { LOSS_NAMES, LOSS_REASONS, LOST_THINGS, type LossCode } from '@tollgate/contract'

/** In English, losses are told as the log has them. */
export const losses = {
  line: '{{what}}: {{why}}',
  names: LOSS_NAMES,
  what: LOST_THINGS,
  // Object.fromEntries loses the table's key type.
  why: Object.fromEntries(
    Object.entries(LOSS_REASONS).map(([code, reason]) => [code, reason.replaceAll('{', '{{').replaceAll('}', '}}')]),
  ) as Record<LossCode, string>,
}

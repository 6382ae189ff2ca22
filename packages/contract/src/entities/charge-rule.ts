/** The cause of a call's end. */
export const ENDED_BY = [
  'complete',
  'client_before',
  'client_during',
  'upstream_closed',
  'upstream_error',
  'gateway_stop',
  'time_limit',
  'drain',
  'killed',
] as const
export type EndedBy = (typeof ENDED_BY)[number]

/** How much is known about a response's usage when it ends. */
export const KNOWN = ['final_usage', 'running_usage', 'visible_text', 'nothing'] as const
export type Known = (typeof KNOWN)[number]

/** The part of the usage that is charged. */
export const CHARGED = ['reported', 'so_far', 'seen', 'prompt', 'time', 'free'] as const
export type Charged = (typeof CHARGED)[number]

/** The cell of the table of charges that was applied to a call. */
export interface ChargeRule {
  ended_by: EndedBy
  known: Known
  charged: Charged
}

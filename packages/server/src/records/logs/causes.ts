/** The longest cause of a failed call in the dashboard's figures: upstreams' codes may be long. */
export const LONGEST_CAUSE = 64
/** The cause of a failed call without one. */
export const NO_CAUSE = 'unknown'

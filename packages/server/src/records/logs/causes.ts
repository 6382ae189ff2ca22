/** Why a call failed, as the dashboard's figures tell calls apart: codes come from upstreams too, and may be long. */
export const LONGEST_CAUSE = 64
/** Of a failed call that has none. */
export const NO_CAUSE = 'unknown'

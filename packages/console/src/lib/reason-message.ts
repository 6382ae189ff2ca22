import { fillReason, type Reason } from '@tollgate/contract'
import { t } from '../phrases/index.ts'

/** Returns why a value is refused, in the language that is shown. */
export const reasonMessage = (reason: Reason): string => fillReason(reason, t(`reasons.${reason.code}`))

import { confirmWith } from '../lib/ask-to-confirm.ts'
import { askedDialog } from './asked-dialog.tsx'

/** Opens when a call needs a fresh confirmation; `lib/call.ts` then makes the call again. */
export const ConfirmIdentity = askedDialog(confirmWith, () => import('./confirm-identity-dialog.tsx'))

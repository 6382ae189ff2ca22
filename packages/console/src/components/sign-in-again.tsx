import { signInWith } from '../lib/ask-to-sign-in.ts'
import { askedDialog } from './asked-dialog.tsx'

/** Opens when a call meets a session that has ended; `lib/call.ts` then makes the call again. */
export const SignInAgain = askedDialog(signInWith, () => import('./sign-in-again-dialog.tsx'))

import { askedOnce } from './asked-once.ts'

/** Has the user whose session has ended sign in over the page; resolves to whether they did. */
export const { answerWith: signInWith, ask: askToSignIn } = askedOnce()

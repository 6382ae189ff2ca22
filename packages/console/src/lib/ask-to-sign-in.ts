import { askedOnce } from './asked-once.ts'

/** Lets a user whose session has ended sign in over the page; resolves to whether they did. */
export const { answerWith: signInWith, ask: askToSignIn } = askedOnce()

import { askedOnce } from './asked-once.ts'

/** Asks the user to confirm their identity; resolves to whether they did. */
export const { answerWith: confirmWith, ask: askToConfirm } = askedOnce()

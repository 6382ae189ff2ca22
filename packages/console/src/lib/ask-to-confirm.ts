import { askedOnce } from './asked-once.ts'

/** Has the user confirm that it is them; resolves to whether they did. */
export const { answerWith: confirmWith, ask: askToConfirm } = askedOnce()

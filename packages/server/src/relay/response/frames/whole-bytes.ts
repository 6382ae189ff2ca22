import type { WholeFrames } from './whole-frames.ts'

/** A stream without events in it, sound say: every byte goes on as it comes, and no word can be put behind them. */
export const wholeBytes = (): WholeFrames => ({ push: bytes => bytes, rest: () => null, failed: () => null })

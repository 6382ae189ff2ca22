import { type ReactNode, useState } from 'react'
import { Turnstile } from './turnstile.tsx'

/** The human check of a form: what to show, the proof so far, and how to get another after it was spent. */
export function useTurnstile(): { widget: ReactNode; proof: string; renew: () => void } {
  const [proof, setProof] = useState('')
  const [round, setRound] = useState(0)
  return {
    widget: <Turnstile onProof={setProof} round={round} />,
    proof,
    renew: () => setRound(now => now + 1),
  }
}

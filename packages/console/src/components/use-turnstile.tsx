import { type ReactNode, useState } from 'react'
import { Turnstile } from './turnstile.tsx'

/** A form's CAPTCHA: its widget, the current proof, and a way to get another after it was used. */
export function useTurnstile(): { widget: ReactNode; proof: string; renew: () => void } {
  const [proof, setProof] = useState('')
  const [round, setRound] = useState(0)
  return {
    widget: <Turnstile onProof={setProof} round={round} />,
    proof,
    renew: () => setRound(now => now + 1),
  }
}

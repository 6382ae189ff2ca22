import { useEffect, useRef } from 'react'
import { useStatus } from '../session/status.tsx'

/** https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

interface Widget {
  render(container: HTMLElement, options: Record<string, unknown>): string
  reset(id: string): void
  remove(id: string): void
}

interface TurnstileProps {
  /** Called with the proof, and with an empty text when it expires. */
  onProof: (proof: string) => void
  /** Each new value requests another proof: a proof is valid for a single call. */
  round: number
}

/** The CAPTCHA, if the operator requires one; otherwise nothing. */
export function Turnstile({ onProof, round }: TurnstileProps) {
  const { turnstile_check, turnstile_site_key } = useStatus()
  const container = useRef<HTMLDivElement>(null)
  const report = useRef(onProof)
  report.current = onProof

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round needs another widget
  useEffect(() => {
    if (!turnstile_check || !container.current) return
    const place = container.current
    let remove = () => undefined as undefined
    let isGone = false
    report.current('')
    loadWidget().then(widget => {
      if (isGone) return
      const id = widget.render(place, {
        sitekey: turnstile_site_key,
        callback: (proof: string) => report.current(proof),
        'expired-callback': () => report.current(''),
      })
      remove = () => void widget.remove(id)
    })
    return () => {
      isGone = true
      remove()
    }
  }, [turnstile_check, turnstile_site_key, round])

  return turnstile_check ? <div ref={container} style={{ minHeight: 65, marginBlockStart: 16 }} /> : null
}

let loading: Promise<Widget> | undefined

function loadWidget(): Promise<Widget> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    // The script defines it.
    script.onload = () => resolve((window as unknown as { turnstile: Widget }).turnstile)
    script.onerror = () => {
      loading = undefined
      reject(new Error('The human check could not be loaded'))
    }
    document.head.append(script)
  })
  return loading
}

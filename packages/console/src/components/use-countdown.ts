import { useEffect, useState } from 'react'

/** Seconds until something may be pressed again; 0: now. */
export function useCountdown(seconds: number): [left: number, start: () => void] {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return [left, () => setLeft(seconds)]
}

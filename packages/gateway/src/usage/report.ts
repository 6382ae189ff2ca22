import { asDouble } from '../canonical/exact-json.ts'
import type { Usage } from '../canonical/usage.ts'
import { dig } from '../raw/json.ts'

/** An upstream's token report in canonical counts, and the fields that had to be corrected. */
export interface ReportedUsage {
  usage: Usage
  suspect: string[]
}

/** Reads counts from an upstream's usage object and remembers the impossible ones. */
export interface Report {
  /** Whether there is anything at this path. */
  has(path: string): boolean
  /** The first of these fields with a count above zero; else 0. */
  count(...paths: string[]): number
  /**
   * Parts of a whole that do not overlap, each named by the fields that may hold it, and the rest of the whole. Parts never add up
   * to more than the whole.
   */
  divide<Part extends string>(whole: number, parts: Record<Part, string[]>): Record<Part | 'rest', number>
  /** The part, at most the whole. */
  within(whole: number, part: number, path: string): number
  /** Null if the object held no count at all. */
  close(usage: Usage): ReportedUsage | null
}

export function openReport(raw: unknown): Report {
  const suspect = new Set<string>()
  let sawCount = false

  const count = (...paths: string[]): number => {
    for (const path of paths) {
      const value = dig(raw, path)
      if (value === undefined || value === null) continue
      sawCount = true
      const tokens = toCount(value)
      if (tokens !== value) suspect.add(path)
      if (tokens > 0) return tokens
    }
    return 0
  }

  const within = (whole: number, part: number, path: string): number => {
    if (part > whole) suspect.add(path)
    return Math.min(part, whole)
  }

  return {
    has: path => dig(raw, path) !== undefined,
    count,
    within,
    divide(whole, parts) {
      let rest = whole
      // The loop fills in every name of `parts`.
      const shares = {} as Record<keyof typeof parts | 'rest', number>
      for (const name of Object.keys(parts) as (keyof typeof parts)[]) {
        const part = within(whole, count(...parts[name]), name)
        shares[name] = Math.min(part, rest)
        rest -= shares[name]
      }
      shares.rest = rest
      return shares
    },
    close(usage) {
      if (!sawCount) return null
      const fields = [...suspect]
      return { usage: fields.length > 0 ? { ...usage, suspect: fields } : usage, suspect: fields }
    },
  }
}

/** A reported count as a whole number from 0 up. Some servers write numbers as text. */
function toCount(value: unknown): number {
  const tokens = typeof value === 'string' && value.trim() !== '' ? Number(value) : asDouble(value)
  if (tokens === null || !Number.isFinite(tokens) || tokens <= 0) return 0
  return Math.min(Math.floor(tokens), Number.MAX_SAFE_INTEGER)
}

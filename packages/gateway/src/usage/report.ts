import { asDouble } from '../canonical/exact-json.ts'
import type { Usage } from '../canonical/usage.ts'
import { dig } from '../raw/json.ts'

/** An upstream's token report in canonical counts, and the fields that were corrected. */
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
   * Divides a whole into parts that do not overlap, each named by the fields that may hold it, and the rest. The parts
   * never add up to more than the whole.
   */
  divide<Part extends string>(whole: number, parts: Record<Part, string[]>): Record<Part | 'rest', number>
  /** The part, at most the whole. */
  within(whole: number, part: number, path: string): number
  /** Null if the object held no counts. */
  close(usage: Usage): ReportedUsage | null
}

export const openReport = (raw: unknown): Report => new ReportOfAnswer(raw)

/** A class, because every answer has one. */
class ReportOfAnswer implements Report {
  private readonly suspect: string[] = []
  private sawCount = false

  constructor(private readonly raw: unknown) {}

  // A property, so that it can be passed on without its report.
  readonly has = (path: string): boolean => dig(this.raw, path) !== undefined

  count(...paths: string[]): number {
    return this.countAt(paths)
  }

  divide<Part extends string>(whole: number, parts: Record<Part, string[]>): Record<Part | 'rest', number> {
    let rest = whole
    // The loop fills in every name of `parts`.
    const shares = {} as Record<Part | 'rest', number>
    for (const name in parts) {
      const part = this.within(whole, this.countAt(parts[name]), name)
      shares[name] = Math.min(part, rest)
      rest -= shares[name]
    }
    shares.rest = rest
    return shares
  }

  within(whole: number, part: number, path: string): number {
    if (part > whole) this.doubt(path)
    return Math.min(part, whole)
  }

  close(usage: Usage): ReportedUsage | null {
    if (!this.sawCount) return null
    const { suspect } = this
    return { usage: suspect.length > 0 ? { ...usage, suspect } : usage, suspect }
  }

  private countAt(paths: readonly string[]): number {
    for (const path of paths) {
      const value = dig(this.raw, path)
      if (value === undefined || value === null) continue
      this.sawCount = true
      const tokens = toCount(value)
      if (tokens !== value) this.doubt(path)
      if (tokens > 0) return tokens
    }
    return 0
  }

  private doubt(path: string): void {
    if (!this.suspect.includes(path)) this.suspect.push(path)
  }
}

/** A reported count as a whole number from 0 up. Some servers write numbers as text. */
function toCount(value: unknown): number {
  const tokens = typeof value === 'string' && value.trim() !== '' ? Number(value) : asDouble(value)
  if (tokens === null || !Number.isFinite(tokens) || tokens <= 0) return 0
  return Math.min(Math.floor(tokens), Number.MAX_SAFE_INTEGER)
}

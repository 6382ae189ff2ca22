import type { LogOther } from '@tollgate/contract'

/** Reads the `other` of a log row. */
export function readOther(text: string): LogOther {
  try {
    // The gateway writes `LogOther` here, or nothing; imported rows may have fewer fields, all optional.
    return (JSON.parse(text || '{}') ?? {}) as LogOther
  } catch {
    return {}
  }
}

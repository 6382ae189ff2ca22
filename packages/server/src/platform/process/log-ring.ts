import { withoutSecrets } from './without-secrets.ts'

/** A line of a process's log, as the console shows it. */
export interface LogLine {
  /** Unix milliseconds. */
  at: number
  /** As pino numbers levels: 30 informs, 40 warns, 50 is an error. */
  level: number
  message: string
  /** JSON of everything else that the line says, without secrets; empty: nothing. */
  details: string
  worker: number
}

interface LogQuery {
  /** Part of a message or its details, in any case; empty: all. */
  text: string
  /** The least level. */
  level: number
  /** Unix milliseconds of the oldest line; absent: all. */
  since?: number
  most: number
}

/** The last lines of this process's log, in memory. */
export interface LogRing {
  write(line: string): void
  /** Newest first. */
  find(query: LogQuery, worker: number): LogLine[]
}

const LINES = 1_000
/** A longer line is kept without its details. */
const LONGEST = 8_192
const LONGEST_MESSAGE = 1_000

/** Lines are kept as they are written and read only when somebody searches. */
export function makeLogRing(capacity = LINES): LogRing {
  const lines: string[] = new Array(capacity)
  let written = 0
  return {
    write(line) {
      lines[written % capacity] = line.length <= LONGEST ? line : shortened(line)
      written += 1
    },
    find({ text, level, since = 0, most }, worker) {
      const wanted = text.toLowerCase()
      const found: LogLine[] = []
      const oldest = Math.max(0, written - capacity)
      for (let at = written - 1; at >= oldest && found.length < most; at -= 1) {
        const line = readLine(lines[at % capacity] ?? '', worker)
        if (line && line.level >= level && line.at >= since && (wanted === '' || holds(line, wanted))) found.push(line)
      }
      return found
    },
  }
}

const holds = ({ message, details }: LogLine, wanted: string): boolean =>
  message.toLowerCase().includes(wanted) || details.toLowerCase().includes(wanted)

/** Null: it is no line of pino's. */
function readLine(text: string, worker: number): LogLine | null {
  try {
    const { time, level, msg = '', pid: _pid, hostname: _host, ...rest } = JSON.parse(text)
    const details = Object.keys(rest).length === 0 ? '' : JSON.stringify(withoutSecrets(rest))
    const message = String(withoutSecrets(String(msg))).slice(0, LONGEST_MESSAGE)
    return { at: Number(time), level: Number(level), message, details, worker }
  } catch {
    return null
  }
}

function shortened(line: string): string {
  try {
    const { time, level, msg, requestId } = JSON.parse(line)
    return JSON.stringify({ time, level, requestId, msg: String(msg).slice(0, LONGEST_MESSAGE) })
  } catch {
    return ''
  }
}

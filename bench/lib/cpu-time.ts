import { readdirSync, readFileSync } from 'node:fs'

// the kernel reports these times in hundredths of a second on every machine
const microsecondsPerTick = 10_000

interface Process {
  id: number
  parentId: number
  /** Its own time and that of its ended children. */
  ticks: number
}

/** The CPU microseconds used so far by a process and its descendants, user and system together. */
export const cpuMicrosecondsOf = (processId: number): number =>
  familyOf(processId).reduce((sum, { ticks }) => sum + ticks, 0) * microsecondsPerTick

/** Counts a process and its descendants. */
export const processesOf = (processId: number): number => familyOf(processId).length

/**
 * The memory of a process and its descendants in bytes; shared memory is counted once. Processes that read the log for the
 * benchmark's own questions, and end half a minute later, are left out.
 */
export const memoryOf = (processId: number): number =>
  familyOf(processId).reduce((sum, { id }) => sum + (isReader(id) ? 0 : proportionalBytes(id)), 0)

function familyOf(processId: number): Process[] {
  const processes = readdirSync('/proc').filter(isNumber).flatMap(readStat)
  const family = new Set([processId])
  // a child's id may be below its parent's once ids wrap around, so repeat until the family stops growing
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { id, parentId } of processes) if (family.has(parentId)) family.add(id)
  }
  return processes.filter(({ id }) => family.has(id))
}

const isNumber = (name: string) => /^\d+$/.test(name)

/** Returns nothing for a process that ended after it was listed. */
function readStat(id: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // the name in brackets may itself contain spaces and brackets
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [{ id: Number(id), parentId: Number(fields[1]), ticks }]
  } catch {
    return []
  }
}

function isReader(id: number): boolean {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('report-process')
  } catch {
    return false
  }
}

function proportionalBytes(id: number): number {
  try {
    const [, kilobytes = 0] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes) * 1_024
  } catch {
    return 0
  }
}

import { readdirSync, readFileSync } from 'node:fs'

// the kernel reports these times in hundredths of a second on every machine
const microsecondsPerTick = 10_000

/** The CPU microseconds that a process and its descendants have used until now, user and system together. */
export function cpuMicrosecondsOf(processId: number): number {
  const processes = readdirSync('/proc').filter(isNumber).flatMap(readStat)
  const family = new Set([processId])
  // a child's number may be below its parent's once numbers wrap around, so look until nobody joins
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const { id, parentId } of processes) if (family.has(parentId)) family.add(id)
  }
  const ticks = processes.filter(({ id }) => family.has(id)).reduce((sum, { ticks }) => sum + ticks, 0)
  return ticks * microsecondsPerTick
}

const isNumber = (name: string) => /^\d+$/.test(name)

/** A process may end between being listed and being read; then it is left out. */
function readStat(id: string): { id: number; parentId: number; ticks: number }[] {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
    // the name in brackets may itself hold spaces and brackets
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ id: Number(id), parentId: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]
  } catch {
    return []
  }
}

/** The bonus percentage of a top-up of this many US dollars: that of the highest amount reached; 0: none. */
export function bonusPercent(bonuses: Readonly<Record<string, number>>, dollars: number): number {
  const reached = Object.entries(bonuses).filter(([from]) => Number(from) <= dollars)
  const [, percent = 0] = reached.sort(([one], [other]) => Number(other) - Number(one))[0] ?? []
  return percent
}

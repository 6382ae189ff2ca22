import type { Wanted } from './commands.ts'

/** @throws RangeError unless it is a whole, non-negative amount of quota */
export function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is not an amount of quota`)
}

/** @throws RangeError */
export function checkWanted({ least, most }: Wanted): void {
  checkAmount(least)
  checkAmount(most)
  if (least > most) throw new RangeError(`${least} is more than ${most}`)
}

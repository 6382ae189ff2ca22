import { type LimitTable, reduced } from '../common/limits.ts'
import { limitsOf, plainLimits } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const own = {
  noSystem: reduced('system turn', 'Spark before 3.5 knows no system; told before the first question'),
  chosenTools: reduced('tool choice', 'Spark cannot be made to call a tool; only the chosen ones are shown'),
  topK: reduced('topK', 'Spark takes 1 to 6; the nearest was sent'),
} satisfies LimitTable

const { offeredTools: _offered, forcedTool: _forced, ...ofText } = limitsOf(host)
const { grammar, strictness } = plainLimits(host.name)

export const limits: LimitTable = { ...ofText, grammar, strictness, ...own }

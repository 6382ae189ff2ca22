import { type LimitTable, reduced } from '../common/limits.ts'
import { mapped, type ParameterTable, plain } from '../common/parameters.ts'
import { limitsOf, type PlainHost, plainLimits } from '../common/plain-limits.ts'
import { onlyTakes } from '../common/plain-request.ts'

export const host: PlainHost = { id: 'spark', name: 'Spark' }

export const own = {
  noSystem: reduced('system turn', 'Spark before 3.5 takes no system text; sent before the first question'),
  chosenTools: reduced('tool choice', 'Spark cannot be made to call a tool; only the chosen ones were sent'),
  topK: reduced('topK', 'Spark takes 1 to 6; the nearest was sent'),
} satisfies LimitTable

const { offeredTools: _offered, forcedTool: _forced, ...ofText } = limitsOf(host)
const { grammar, strictness } = plainLimits(host.name)

export const limits: LimitTable = { ...ofText, grammar, strictness, ...own }

/** Members of `parameter.chat`. https://www.xfyun.cn/doc/spark/Web.html */
export const parameters: ParameterTable = onlyTakes(
  { ...host, tools: true },
  {
    maxTokens: plain('max_tokens'),
    temperature: plain('temperature'),
    topK: plain('top_k'),
    toolChoice: mapped('functions'),
  },
)

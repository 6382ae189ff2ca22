import { mapped, type ParameterTable, plain } from '../common/parameters.ts'
import { onlyTakes } from '../common/plain-request.ts'
import { host } from './host.ts'

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

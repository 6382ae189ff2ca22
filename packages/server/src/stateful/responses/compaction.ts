import { asText } from '@tollgate/gateway'
import type { Item } from './store/index.ts'

/** The prompt that replaces the next answer with a summary. */
export const SUMMARISE: Item = {
  type: 'message',
  role: 'user',
  content: [
    {
      type: 'input_text',
      text: `Write a summary of this conversation that another model can go on from without having seen it: what is wanted, what was
decided and why, what was done and found (names, paths, values, as they are), what is left to do. Write the summary alone, and call no tool.`,
    },
  ],
}

/**
 * Turns the response with a summary into a compacted conversation: the messages of users and developers verbatim, then
 * the summary. https://platform.openai.com/docs/api-reference/responses/compact
 */
export function compacted(items: readonly Item[], response: Item): Item {
  const { id, created_at, usage } = response
  const summary = textsOf(response.output).join('\n')
  const content = [{ type: 'input_text', text: `Summary of the conversation up to here:\n\n${summary}` }]
  return {
    id,
    object: 'response.compaction',
    created_at,
    output: [...items.filter(isSaid), { type: 'message', role: 'user', content }],
    usage,
  }
}

const SAID_BY: ReadonlySet<unknown> = new Set(['user', 'developer', 'system'])
const isSaid = ({ type = 'message', role }: Item): boolean => type === 'message' && SAID_BY.has(role)

const textsOf = (output: unknown): string[] =>
  (Array.isArray(output) ? (output as Item[]) : []).flatMap(({ type, content }) =>
    type === 'message' && Array.isArray(content) ? (content as Item[]).map(({ text }) => asText(text) ?? '') : [],
  )

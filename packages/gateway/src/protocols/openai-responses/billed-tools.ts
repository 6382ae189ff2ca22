import { asObjects, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { openReport } from '../../usage/report.ts'

/** Counts the uses of tools that the upstream runs and bills, in one answer. */
export interface BilledTools {
  /** By canonical name. */
  calls: Record<string, number>
  /** Notes the answer's own copy of its settings: the memory of its containers. */
  noteSettings(response: JsonObject): void
  /** Counts a finished output item. Returns whether it is a billed use. */
  addItem(item: JsonObject): boolean
  /** Counts the uses that the answer reports separately, in place of its items. */
  addReport(response: JsonObject): void
}

export function billedTools(): BilledTools {
  const calls: Record<string, number> = {}
  const containers = new Set<string>()
  let container = containerOf(undefined)
  const add = (tool: string, count = 1) => {
    calls[tool] = (calls[tool] ?? 0) + count
    return true
  }
  return {
    calls,
    noteSettings({ tools }) {
      const sizes = asObjects(tools).map(tool => containerIn(tool.container ?? tool.environment))
      container = CONTAINERS.findLast(size => sizes.includes(size)) ?? container
    },
    addItem(item) {
      const type = asText(item.type) ?? ''
      if (item.status === 'failed') return false
      const id = containerIdIn(item)
      if (id !== null) {
        if (containers.has(id)) return false
        containers.add(id)
        return add(container)
      }
      if (type === 'image_generation_call') return add(imageOf(item))
      const tool = SEARCHES.get(type)
      // Of a web search's actions only the search itself is billed, not opening a result.
      const action = asText(objectOrEmpty(item.action).type) ?? 'search'
      return tool !== undefined && action === 'search' && add(tool)
    },
    addReport(response) {
      const report = openReport(response)
      const read = report.count('tool_usage.image_gen.input_tokens')
      const written = report.count('tool_usage.image_gen.output_tokens')
      const isInUsage = report.count('usage.output_tokens_details.image_tokens') > 0
      if (read + written === 0 && !isInUsage) return
      for (const tool of IMAGES) delete calls[tool]
      if (read > 0) add('image_generation_input', Math.ceil(read / 1_000))
      if (written > 0) add('image_generation_output', Math.ceil(written / 1_000))
    },
  }
}

/** Output items of searches that OpenAI or xAI runs itself. */
const SEARCHES = new Map(
  ['web_search', 'file_search', 'x_search', 'collections_search'].map(tool => [`${tool}_call`, tool]),
)

/** From the cheapest to the dearest. */
const CONTAINERS = ['code_interpreter', 'code_interpreter_4g', 'code_interpreter_16g', 'code_interpreter_64g']

const LARGEST = 'code_interpreter_64g'

/** Without a size it is the smallest; an unknown size counts as the dearest. */
function containerOf(memory: unknown): string {
  if (memory === undefined || memory === null || memory === '1g') return 'code_interpreter'
  return CONTAINERS.find(name => name === `code_interpreter_${memory}`) ?? LARGEST
}

/** A container named by its id has an unknown size and counts as the dearest. */
function containerIn(named: unknown): string {
  const { type, memory_limit } = objectOrEmpty(named)
  const isNamed = typeof named === 'string' || type === 'container_reference'
  return memory_limit == null && isNamed ? LARGEST : containerOf(memory_limit)
}

/** The container in which code ran; null: not the upstream's. */
function containerIdIn(item: JsonObject): string | null {
  if (item.type === 'code_interpreter_call') return asText(item.container_id) ?? ''
  return item.type === 'shell_call' ? asText(objectOrEmpty(item.environment).container_id) : null
}

const IMAGES = ['image_generation_low', 'image_generation_medium', 'image_generation_high']

/** An image of unknown quality counts as the dearest. */
const imageOf = ({ quality }: JsonObject): string =>
  IMAGES.find(name => name === `image_generation_${asText(quality)}`) ?? 'image_generation_high'

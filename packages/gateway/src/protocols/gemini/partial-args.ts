import { asObjects, asText, isObject, type JsonObject } from '../../raw/json.ts'

/**
 * The arguments of a function call that come piece by piece: each names a place in them and a value, texts in several
 * pieces. https://docs.cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/Content#PartialArg
 */
export class PartialArgs {
  private root: unknown = {}

  /** Takes in a call's `partialArgs`; what names no place is left out. */
  take(partialArgs: unknown): void {
    for (const partial of asObjects(partialArgs)) {
      const steps = stepsOf(asText(partial.jsonPath) ?? '')
      if (steps) this.root = placed(this.root, steps, partial)
    }
  }

  /** Takes in arguments that came whole. */
  merge(args: JsonObject): void {
    if (isObject(this.root)) for (const [name, value] of Object.entries(args)) define(this.root, name, value)
  }

  /** All that came so far, as JSON. */
  toText(): string {
    return JSON.stringify(this.root)
  }
}

type Step = string | number

/** Deeper ones are no arguments of anybody's. */
const MOST_STEPS = 64
/** Items of a list come in order: one far behind its end is a mistake. */
const WIDEST_GAP = 16

const STEP =
  /\.([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*)|\[(\d{1,6})\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y

/** `$.places[0]['a name']` as its steps; null: it is no such path. Source: RFC 9535. */
function stepsOf(path: string): Step[] | null {
  if (!path.startsWith('$')) return null
  const steps: Step[] = []
  STEP.lastIndex = 1
  for (let at = 1; at < path.length; at = STEP.lastIndex) {
    const match = STEP.exec(path)
    if (!match || steps.length === MOST_STEPS) return null
    const [, name, index, single, double] = match
    steps.push(index === undefined ? (name ?? unescaped(single ?? double ?? '')) : Number(index))
  }
  return steps
}

const unescaped = (text: string): string => text.replace(/\\(.)/g, '$1')

/** Returns what stands at the place once the piece is there. */
function placed(value: unknown, steps: readonly Step[], partial: JsonObject): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return joined(value, partial)
  if (typeof step === 'number') {
    const items: unknown[] = Array.isArray(value) ? value : []
    if (step < items.length + WIDEST_GAP) {
      while (items.length < step) items.push(null)
      items[step] = placed(items[step], rest, partial)
    }
    return items
  }
  const object = isObject(value) ? value : {}
  define(object, step, placed(Object.hasOwn(object, step) ? object[step] : undefined, rest, partial))
  return object
}

/** A member as any other, whatever its name: `__proto__` too. */
const define = (object: JsonObject, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}

function joined(before: unknown, { stringValue, numberValue, boolValue }: JsonObject): unknown {
  if (typeof stringValue === 'string') return typeof before === 'string' ? before + stringValue : stringValue
  return numberValue ?? boolValue ?? null
}

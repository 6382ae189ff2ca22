import { asObjects, asText, isObject, type JsonObject } from '../../raw/json.ts'

/**
 * A function call's arguments that come piece by piece: each piece has a place and a value, a text in several pieces.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1/Content#PartialArg
 */
export class PartialArgs {
  private root: unknown = {}

  /** Adds a call's `partialArgs`; pieces without a place are ignored. */
  take(partialArgs: unknown): void {
    for (const partial of asObjects(partialArgs)) {
      const steps = stepsOf(asText(partial.jsonPath) ?? '')
      if (steps) this.root = placed(this.root, steps, partial)
    }
  }

  /** Adds arguments that came whole. */
  merge(args: JsonObject): void {
    if (isObject(this.root)) for (const [name, value] of Object.entries(args)) define(this.root, name, value)
  }

  /** Returns everything so far as JSON. */
  toText(): string {
    return JSON.stringify(this.root)
  }
}

type Step = string | number

/** Deeper paths are not real arguments. */
const MOST_STEPS = 64
/** Items of a list come in order: one far past its end is an error. */
const WIDEST_GAP = 16

const STEP =
  /\.([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*)|\[(\d{1,6})\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]/y

/** The steps of a path such as `$.places[0]['a name']`; null: it is not a path. Rules: RFC 9535. */
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

/** Returns the value after adding the piece at the place. */
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

/** Defines any member, even `__proto__`. */
const define = (object: JsonObject, name: string, value: unknown): void => {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true })
}

function joined(before: unknown, { stringValue, numberValue, boolValue }: JsonObject): unknown {
  if (typeof stringValue === 'string') return typeof before === 'string' ? before + stringValue : stringValue
  return numberValue ?? boolValue ?? null
}

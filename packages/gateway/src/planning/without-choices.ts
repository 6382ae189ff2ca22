import type { Loss } from '../protocols/common/losses.ts'
import { endpoints, type WireFormat } from '../protocols/index.ts'
import { type Edited, editElements, editMembers } from '../raw/edit-json.ts'
import { asText, isObject, tryParse } from '../raw/json.ts'
import { type ScannedObject, scanObject } from '../raw/scan-json.ts'
import {
  BODY_CHOICES,
  type ChoiceRule,
  type ChoiceTable,
  CLIENT_TOOLS,
  HARMLESS_PLUGINS,
  NAMES_A_MODEL,
  plainName,
  TOOLS_WITH_USUAL_MODEL,
} from './choice-members.ts'
import { type AskedLevels, askedLevel, isLevelName } from './service-levels.ts'

/** The choices a channel leaves to clients. */
export interface ChoiceTerms {
  format: WireFormat
  /** The upstream's name for it. */
  model: string
  /** The operator lets clients choose other models and providers. */
  allowsOthers: boolean
  /** `priced`: levels that have a price are sent; `usual`: only those at the usual price. */
  levels: 'priced' | 'usual'
  /** Members that the operator has set stay. */
  isOperators?(name: string): boolean
}

/** A request without the choices its client may not make. */
export interface CheckedChoices {
  /** The same object if nothing was removed. */
  body: ScannedObject
  losses: Loss[]
  /** The requested levels that are sent on. */
  levels: AskedLevels
  /** Names in members that choose a model and are sent on: the models that may serve. Null: there is no such member. */
  otherModels: readonly string[] | null
}

const NOT_ALLOWED = 'it may choose another model or provider, which this channel does not allow'
const NO_PRICE = 'it has no price here'

/**
 * Removes members that choose another model or provider, or a service level without a price, at any place and in any
 * spelling. Members are found by their parsed names, including each one of a name given twice.
 */
export function withoutChoices(body: ScannedObject, terms: ChoiceTerms): CheckedChoices {
  const { format, model, allowsOthers, levels, isOperators = () => false } = terms
  const losses: Loss[] = []
  const asked: AskedLevels = {}
  const found: string[] = []
  const otherModels: string[] = []
  // The gateway itself wrote bodies in formats that only upstreams speak.
  const table = format in endpoints ? BODY_CHOICES : NO_CHOICES
  const checked = editMembers(body, (name, value) => {
    if (isOperators(name)) return undefined
    const plain = plainName(name)
    if (isLevelName(plain)) {
      const level = askedLevel(plain, tryParse(value()), { format, model })
      if (level === 'no level') return undefined
      if (level === null || (levels === 'usual' && level.ratio > 1)) {
        losses.push({ what: `"${plain in SPELLED ? SPELLED[plain] : plain}"`, why: NO_PRICE })
        return null
      }
      const before = asked[level.level]
      if (!before || before.ratio < level.ratio) asked[level.level] = level
      return undefined
    }
    const rule = table.rules.get(plain)
    if (rule === undefined) return undefined
    const edited = editBy(rule, value(), name, found, 0)
    if (edited === undefined) return undefined
    if (!allowsOthers) return edited
    collectNames(tryParse(value()), otherModels)
    return undefined
  })
  if (!allowsOthers) for (const what of new Set(found)) losses.push({ what, why: NOT_ALLOWED })
  return {
    body: checked ?? body,
    losses,
    levels: asked,
    otherModels: allowsOthers && found.length > 0 ? otherModels : null,
  }
}

/** The same for form fields, whose names may have brackets: `provider[order]`. */
export function isChoiceField(name: string): boolean {
  const plain = plainName(name.split(/[[.]/, 1)[0] ?? '')
  return BODY_CHOICES.rules.has(plain) || (isLevelName(plain) && plain !== 'speed')
}

const NO_CHOICES: ChoiceTable = { rules: new Map() }

/** The makers' spelling. */
const SPELLED: Readonly<Record<string, string>> = {
  servicetier: 'service_tier',
  inferencegeo: 'inference_geo',
  performanceconfig: 'performanceConfig',
}

/** Deeper nesting than any host merges. */
const MOST_LEVELS = 4

function editBy(rule: ChoiceRule, value: string, path: string, found: string[], depth: number): Edited | undefined {
  if (rule === 'kept') return undefined
  const removed = () => {
    found.push(`"${tellable(path)}"`)
    return null
  }
  if (rule === 'removed') return value === 'null' ? undefined : removed()
  if ('items' in rule) {
    const edit = rule.items === 'tools' ? editTool : editPlugin
    const items = editElements(value, item => edit(item, found))
    return items === '[]' ? null : (items ?? undefined)
  }
  if (!value.startsWith('{')) return undefined
  const scanned = depth < MOST_LEVELS ? scanSafely(value) : null
  if (!scanned) return removed()
  return editMembers(scanned, (name, inner) => {
    const innerRule = rule.inside.rules.get(plainName(name)) ?? rule.inside.others
    return innerRule && editBy(innerRule, inner(), `${path}.${name}`, found, depth + 1)
  })?.text
}

/** A client's own words in the form allowed in headers and logs. */
export const tellable = (path: string): string => path.replace(/[^\w.-]/g, '?').slice(0, LONGEST_PATH)
const LONGEST_PATH = 80

/** Null: it cannot be scanned, so its choices are unknown. */
function scanSafely(text: string): ScannedObject | null {
  try {
    return scanObject(text)
  } catch {
    return null
  }
}

/** All values of a member, which may be given more than once. */
function valuesOf({ text, members }: ScannedObject, name: string): unknown[] {
  return members
    .filter(member => plainName(member.name) === name)
    .map(({ valueStart, valueEnd }) => tryParse(text.slice(valueStart, valueEnd)))
}

function editPlugin(item: string, found: string[]): Edited | undefined {
  const plugin = item.startsWith('{') ? scanSafely(item) : null
  const ids = plugin ? valuesOf(plugin, 'id') : []
  const isHarmless =
    plugin !== null &&
    ids.length === 1 &&
    HARMLESS_PLUGINS.has(asText(ids[0]) ?? '') &&
    !plugin.members.some(({ name }) => NAMES_A_MODEL.has(plainName(name)))
  if (isHarmless) return undefined
  found.push(`plugin ${tellable(asText(ids[0]) ?? '')}`.trim())
  return null
}

/** Server-run tools may call models of their own. */
function editTool(item: string, found: string[]): Edited | undefined {
  if (!item.startsWith('{')) return undefined
  const tool = scanSafely(item)
  if (!tool) return undefined
  const types = valuesOf(tool, 'type')
  if (types.every(type => type === null || CLIENT_TOOLS.has(String(type)))) return undefined
  const namesModel = tool.members.some(({ name, valueStart, valueEnd }) => {
    const plain = plainName(name)
    if (NAMES_A_MODEL.has(plain)) return true
    if (plain !== 'parameters') return false
    const value = tool.text.slice(valueStart, valueEnd)
    const inner = value.startsWith('{') ? scanSafely(value) : { members: [] }
    return inner === null || inner.members.some(member => NAMES_A_MODEL.has(plainName(member.name)))
  })
  if (!namesModel) return undefined
  const type = asText(types[0]) ?? ''
  if (types.length === 1 && TOOLS_WITH_USUAL_MODEL.has(type)) {
    found.push(`tool "${tellable(type)}.model"`)
    return editMembers(tool, name => (NAMES_A_MODEL.has(plainName(name)) ? null : undefined))?.text
  }
  found.push(`tool ${tellable(type)}`)
  return null
}

const MOST_NAMES = 100

/** Collects the strings in a value, which may be names of models. */
function collectNames(value: unknown, names: string[]): void {
  const waiting = [value]
  for (let seen = 0; waiting.length > 0 && names.length < MOST_NAMES && seen < MOST_NAMES * MOST_LEVELS; seen++) {
    const one = waiting.pop()
    if (typeof one === 'string') names.push(one)
    else if (Array.isArray(one)) waiting.push(...one.slice(0, MOST_NAMES))
    else if (isObject(one)) waiting.push(...Object.values(one).slice(0, MOST_NAMES))
  }
}

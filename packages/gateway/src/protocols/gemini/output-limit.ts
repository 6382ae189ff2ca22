import { type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { countOf, type Member, type OutputLimitFields } from '../common/output-limit.ts'

const CONFIGS = ['generationConfig', 'generation_config']

export const outputLimit: OutputLimitFields = {
  inside: CONFIGS,
  names: ['maxOutputTokens', 'max_output_tokens'],
  usual: () => 'maxOutputTokens',
  least: 1,
  answers: member => mostIn(configsOf(member), ['candidateCount', 'candidate_count']),
}

const configsOf = (member: Member) => CONFIGS.map(name => objectOrEmpty(member(name)))

const mostIn = (holders: readonly JsonObject[], names: readonly string[]): number =>
  Math.max(...holders.flatMap(holder => names.map(name => countOf(holder[name]))))

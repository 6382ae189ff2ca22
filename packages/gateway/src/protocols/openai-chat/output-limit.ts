import { countOf, type OutputLimitFields } from '../common/output-limit.ts'

const REASONING_MODELS_OF_OPENAI = /(^|\/)(o\d|gpt-5|codex)/

export const outputLimit: OutputLimitFields = {
  names: ['max_completion_tokens', 'max_tokens'],
  usual: model => (REASONING_MODELS_OF_OPENAI.test(model) ? 'max_completion_tokens' : 'max_tokens'),
  least: 1,
  // vLLM takes `best_of` here too
  answers: member => Math.max(countOf(member('n')), countOf(member('best_of'))),
}

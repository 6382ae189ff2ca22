import { inPieces, STEPS, type Step, signatureOf, TOKENS } from './script.ts'
import { event, type Paired, type SpokenDialect, unpaired } from './spoken-dialect.ts'

const MODEL = 'responses-conversing'

interface Item {
  type?: string
  call_id?: string
  encrypted_content?: string | null
}

/** Responses with encrypted reasoning. */
export const openAiResponses: SpokenDialect = {
  type: 8,
  path: '/v1/responses',
  model: MODEL,
  signs: 'thoughts',
  isStream: (_path, body) => JSON.parse(body).stream === true,
  whole: step => response(step, 'completed', itemsOf(step)),
  stream(step) {
    const events = [
      { type: 'response.created', response: response(step, 'in_progress', []) },
      ...itemsOf(step).flatMap((item, output_index) => itemEvents(item, output_index)),
      { type: 'response.completed', response: response(step, 'completed', itemsOf(step)) },
    ]
    return events.map((each, sequence_number) => event({ ...each, sequence_number }, each.type)).join('')
  },
  results: body => inputOf(body).filter(({ type }) => type === 'function_call_output').length,
  rejection(body) {
    const input = inputOf(body)
    const own = STEPS.map((_, step) => signatureOf('openai-responses', step))
    const foreign = input.find(({ encrypted_content: signature }) => signature && !own.includes(signature))
    return foreign ? 'the encrypted content could not be verified' : unpaired(input.flatMap(toPaired))
  },
}

type WireEvent = { type: string; [member: string]: unknown }

type OutputItem = ReturnType<typeof itemsOf>[number]

function itemsOf(step: number) {
  const { thought, text, calls, found = [] } = STEPS[step] as Step // the caller counted them
  return [
    ...(thought
      ? [
          {
            type: 'reasoning' as const,
            id: `rs_${step}`,
            summary: [{ type: 'summary_text', text: thought }],
            encrypted_content: signatureOf('openai-responses', step),
          },
        ]
      : []),
    ...(text
      ? [
          {
            type: 'message' as const,
            id: `msg_${step}`,
            status: 'completed',
            role: 'assistant',
            content: [{ type: 'output_text', text, annotations: found.map(page => citation(page, text)) }],
          },
        ]
      : []),
    ...calls.map(({ name, namespace, args }, at) => ({
      type: 'function_call' as const,
      id: `fc_${step}_${at}`,
      call_id: `call_r${step}_${at}`,
      status: 'completed',
      name,
      ...(namespace !== undefined && { namespace }),
      arguments: JSON.stringify(args),
    })),
  ]
}

const citation = (page: { url: string; title: string }, { length }: string) => ({
  type: 'url_citation',
  start_index: 0,
  end_index: length,
  ...page,
})

const response = (step: number, status: string, output: readonly OutputItem[]) => ({
  id: `resp_${step}`,
  object: 'response',
  created_at: 1,
  status,
  model: MODEL,
  output,
  error: null,
  incomplete_details: null,
  usage:
    status === 'completed'
      ? {
          input_tokens: TOKENS.input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: TOKENS.output,
          output_tokens_details: { reasoning_tokens: TOKENS.reasoning },
          total_tokens: TOKENS.input + TOKENS.output,
        }
      : null,
})

function itemEvents(item: OutputItem, output_index: number) {
  const place = { item_id: item.id, output_index }
  return [
    { type: 'response.output_item.added', output_index, item: begun(item) },
    ...contentEvents(item, place),
    { type: 'response.output_item.done', output_index, item },
  ]
}

function begun(item: OutputItem): object {
  switch (item.type) {
    case 'reasoning':
      return { ...item, summary: [], encrypted_content: '' }
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
  }
}

function contentEvents(item: OutputItem, place: object): WireEvent[] {
  switch (item.type) {
    case 'reasoning': {
      const [part] = item.summary
      const at = { ...place, summary_index: 0 }
      return [
        { type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } },
        ...inPieces(part?.text ?? '').map(delta => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
        { type: 'response.reasoning_summary_text.done', ...at, text: part?.text },
        { type: 'response.reasoning_summary_part.done', ...at, part },
      ]
    }
    case 'message': {
      const [part] = item.content
      const at = { ...place, content_index: 0 }
      return [
        { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
        ...inPieces(part?.text ?? '').map(delta => ({ type: 'response.output_text.delta', ...at, delta })),
        { type: 'response.output_text.done', ...at, text: part?.text },
        { type: 'response.content_part.done', ...at, part },
      ]
    }
    case 'function_call':
      return [
        ...inPieces(item.arguments).map(delta => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
        { type: 'response.function_call_arguments.done', ...place, arguments: item.arguments },
      ]
  }
}

const inputOf = (body: string): Item[] => {
  const { input } = JSON.parse(body)
  return Array.isArray(input) ? input : []
}

function toPaired({ type, call_id = '' }: Item): Paired[] {
  if (type === 'function_call') return [{ call: call_id }]
  if (type === 'function_call_output') return [{ result: call_id }]
  return type === 'reasoning' ? [] : ['between']
}

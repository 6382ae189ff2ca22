import type { Metric } from 'prom-client'
import type { CallMeter, CallSeries } from './call-meter.ts'
import { family, histogramSamples, type Labels, type Sample } from './family.ts'

/** The calls of this process: how many, how long, and what they used. */
export function callFamilies(meter: CallMeter): Metric[] {
  const counted = (name: string, help: string, labelsOf: (one: CallSeries) => Labels, count: Count) =>
    family({ name, help, type: 'counter' }, () => summed([...meter.series()], labelsOf, count))
  const timed = (name: string, help: string, part: 'whole' | 'first') =>
    family({ name, help, type: 'histogram' }, () =>
      [...meter.durations()].flatMap(took => histogramSamples(name, { channel: named(took.channel) }, took[part])),
    )
  return [
    counted('tollgate_calls_total', 'Relayed calls that have ended', every, one => one.calls),
    counted('tollgate_call_retries_total', 'Attempts after the first', byChannel, one => one.retries),
    counted('tollgate_prompt_tokens_total', 'Tokens of input', byModel, one => one.promptTokens),
    counted('tollgate_completion_tokens_total', 'Tokens of output', byModel, one => one.completionTokens),
    counted('tollgate_charged_quota_total', 'Quota charged for calls', byModel, one => one.quota),
    family({ name: 'tollgate_answers_total', help: 'Responses of the relay', type: 'counter' }, () => [
      { labels: { failed: '0' }, value: meter.answers().all - meter.answers().failed },
      { labels: { failed: '1' }, value: meter.answers().failed },
    ]),
    timed('tollgate_call_seconds', 'How long calls took', 'whole'),
    timed('tollgate_first_byte_seconds', 'How long clients waited for the first bytes of responses', 'first'),
  ]
}

type Count = (one: CallSeries) => number

const every = ({ model, channel, status, dialect }: CallSeries): Labels => ({
  model,
  channel: named(channel),
  status,
  dialect,
})
const byModel = ({ model, channel }: CallSeries): Labels => ({ model, channel: named(channel) })
const byChannel = ({ channel }: CallSeries): Labels => ({ channel: named(channel) })

const named = (channel: number): string => (channel < 0 ? 'other' : String(channel))

/** Series that differ only in other labels are one sample. */
function summed(series: CallSeries[], labelsOf: (one: CallSeries) => Labels, count: Count): Sample[] {
  const samples = new Map<string, Sample>()
  for (const one of series) {
    const labels = labelsOf(one)
    const key = JSON.stringify(labels)
    const sample = samples.get(key) ?? { labels, value: 0 }
    sample.value += count(one)
    samples.set(key, sample)
  }
  return [...samples.values()]
}

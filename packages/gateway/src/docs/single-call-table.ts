import { cloudflareImages } from '../protocols/cloudflare-run/images.ts'
import { cloudflareTranscriptions } from '../protocols/cloudflare-run/transcriptions.ts'
import type { UpstreamConverter } from '../protocols/common/exchange.ts'
import type { Loss } from '../protocols/common/losses.ts'
import { dashScopeImages } from '../protocols/dashscope/images.ts'
import { dashScopeRerank } from '../protocols/dashscope/rerank.ts'
import { geminiImages } from '../protocols/gemini/images.ts'
import { imagen } from '../protocols/gemini-predict/images.ts'
import { hunyuanEmbeddings } from '../protocols/hunyuan/embeddings.ts'
import { arkEdits, qianfanEdits, zhipuImages } from '../protocols/images-in-json/hosts.ts'
import type { WireFormat } from '../protocols/index.ts'
import { miniMaxImages } from '../protocols/minimax/images.ts'
import { miniMaxSpeech } from '../protocols/minimax/speech.ts'
import { volcengineSpeech } from '../protocols/volcengine-speech/speech.ts'
import { code, table } from './markdown.ts'

type Facts = Pick<UpstreamConverter<never, unknown, WireFormat>, 'takes'> & { lacks?: object }

const CALLS: readonly [call: string, upstream: string, facts: Facts][] = [
  ['embeddings', 'Hunyuan', hunyuanEmbeddings],
  ['rerankings', 'DashScope', dashScopeRerank],
  ['images', 'Imagen', imagen],
  ['images', 'Gemini', geminiImages],
  ['images and edits', 'DashScope', dashScopeImages],
  ['images', 'MiniMax', miniMaxImages],
  ['images', 'Zhipu', zhipuImages],
  ['images', 'Cloudflare', cloudflareImages],
  ['edits', 'Ark', arkEdits],
  ['edits', 'Qianfan', qianfanEdits],
  ['speech', 'MiniMax', miniMaxSpeech],
  ['speech', 'Volcengine', volcengineSpeech],
  ['transcriptions', 'Cloudflare', cloudflareTranscriptions],
]

/** What upstreams of single calls do not support, and which members only clients of the same format may send. */
export const singleCallTable = (): string =>
  table(
    ['call', 'upstream', 'does not support', 'also takes'],
    CALLS.map(([call, upstream, { lacks = {}, takes = new Set<string>() }]) => [
      call,
      upstream,
      listed(Object.values(lacks as Record<string, Loss>).map(({ what }) => what.replaceAll('"', ''))),
      listed([...takes].sort()),
    ]),
  )

const listed = (names: readonly string[]): string => names.map(code).join(', ') || '–'

import { Buffer } from 'node:buffer'
import type { ImageAnswer, ImageRequest } from '../../canonical/image.ts'
import { asText, dig } from '../../raw/json.ts'
import type { UpstreamConverter } from '../common/exchange.ts'
import { loseWanted } from '../common/image-form.ts'
import { RequestRefused } from '../common/losses.ts'
import { sniffMime } from '../common/media.ts'
import { runPath } from './path.ts'

const OWN = ['negative_prompt', 'num_steps', 'steps', 'strength', 'guidance', 'seed', 'image_b64']

/** Newer models return JSON, older ones the file. https://developers.cloudflare.com/workers-ai/models/ */
export const cloudflareImages: UpstreamConverter<ImageRequest, ImageAnswer, 'cloudflare-run'> = {
  format: 'cloudflare-run',
  path: runPath,
  takes: new Set(OWN),
  lacks: {
    quality: { what: 'quality', why: 'Cloudflare does not support it' },
    mime: { what: 'output_format', why: 'Cloudflare does not support it' },
  },
  writeRequest(request, _model, losses) {
    const { prompt, count, size, own } = request
    if (count !== 1) throw new RequestRefused('this model makes one image at a time', 'n')
    loseWanted(request, 'data', losses)
    const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '') ?? []
    return { ...own, prompt, ...(width && height && { width: Number(width), height: Number(height) }) }
  },
  readAnswer(body) {
    const base64 = asText(dig(body, 'result.image'))
    return base64 === null ? null : { images: [{ base64 }], usage: null }
  },
  readBytes(bytes) {
    const base64 = Buffer.from(bytes).toString('base64')
    return sniffMime(base64)?.startsWith('image/') ? { images: [{ base64 }], usage: null } : null
  },
}

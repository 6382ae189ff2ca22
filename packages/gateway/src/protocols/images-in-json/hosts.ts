import { imagesInJson } from './images.ts'

/** Image generation and editing are one call. https://www.volcengine.com/docs/82379/1541523 */
export const arkEdits = imagesInJson({
  name: 'Ark',
  path: '/api/v3/images/generations',
  takes: ['watermark', 'seed', 'guidance_scale'],
  several: count => ({
    sequential_image_generation: 'auto',
    sequential_image_generation_options: { max_images: count },
  }),
})

/** https://cloud.baidu.com/doc/qianfan-api */
export const qianfanEdits = imagesInJson({
  name: 'Qianfan',
  path: '/v2/images/edits',
  takes: ['user', 'seed', 'steps', 'guidance', 'watermark', 'prompt_extend', 'negative_prompt'],
  several: count => ({ n: count }),
})

/** https://docs.z.ai/api-reference/image/generate-image */
export const zhipuImages = imagesInJson({
  name: 'Zhipu',
  path: '/api/paas/v4/images/generations',
  takes: ['user_id', 'watermark_enabled'],
  quality: true,
  several: count => ({ n: count }),
})

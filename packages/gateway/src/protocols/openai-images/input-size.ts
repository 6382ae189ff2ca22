import { members } from '../common/input-size.ts'

/** https://platform.openai.com/docs/api-reference/images, and additions of hosts that take its requests. */
export const inputSize = members({
  [`prompt negative_prompt model n size quality style background response_format output_format output_compression
    partial_images moderation input_fidelity user stream seed watermark guidance_scale num_inference_steps steps width
    height aspect_ratio resolution batch_size image_size prompt_upsampling`]: 'text',
  'image images mask': { text: 'image', each: { text: 'image' } },
})

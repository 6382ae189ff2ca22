import { lookUp } from '../raw/json.ts'

/** A price listed in yuan per thousand tokens; the answer costs the same unless stated otherwise. */
interface YuanPrice {
  input: number
  /** How much dearer the answer is. */
  completionRatio?: number
}

const YUAN_FOR_A_DOLLAR = 7.3

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Blfmc9dlf */
const ernie: Readonly<Record<string, YuanPrice>> = {
  'ERNIE-4.0': { input: 0.12 },
  'ERNIE-4.0-8K': { input: 0.12 },
  'ERNIE-Bot-4': { input: 0.12 },
  'ERNIE-Bot': { input: 0.012 },
  'ERNIE-3.5-8K': { input: 0.012 },
  'ERNIE-3.5-8K-0205': { input: 0.024 },
  'ERNIE-3.5-8K-1222': { input: 0.012 },
  'ERNIE-3.5-4K-0205': { input: 0.012 },
  'ERNIE-Bot-8K': { input: 0.024 },
  'ERNIE-Bot-turbo': { input: 0.008, completionRatio: 2 },
  'ERNIE-Lite-8K-0922': { input: 0.008, completionRatio: 2 },
  'ERNIE-Lite-8K-0308': { input: 0.003, completionRatio: 2 },
  'ERNIE-Speed': { input: 0.004, completionRatio: 2 },
  'ERNIE-Speed-8K': { input: 0.004, completionRatio: 2 },
  'ERNIE-Speed-128K': { input: 0.004, completionRatio: 2 },
  'ERNIE-Tiny-8K': { input: 0.001 },
  'BLOOMZ-7B': { input: 0.004 },
  'Embedding-V1': { input: 0.002 },
  'bge-large-zh': { input: 0.002 },
  'bge-large-en': { input: 0.002 },
  'tao-8k': { input: 0.002 },
}

/** https://open.bigmodel.cn/pricing */
const chatGlm: Readonly<Record<string, YuanPrice>> = {
  chatglm_turbo: { input: 0.005 },
  chatglm_pro: { input: 0.01 },
  chatglm_std: { input: 0.005 },
  chatglm_lite: { input: 0.002 },
}

/** https://xinghuo.xfyun.cn/sparkapi */
const spark: Readonly<Record<string, YuanPrice>> = Object.fromEntries(
  ['', '-v1.1', '-v2.1', '-v3.1', '-v3.5', '-v4.0'].map(version => [`SparkDesk${version}`, { input: 0.018 }]),
)

/** https://cloud.tencent.com/document/product/1729/97731 */
const hunyuan: Readonly<Record<string, YuanPrice>> = { hunyuan: { input: 0.1 } }

const inYuan: Readonly<Record<string, YuanPrice>> = { ...ernie, ...chatGlm, ...spark, ...hunyuan }

/** https://ai.google.dev/palm_docs, from when it was sold. */
const PALM_DOLLARS = 2

/**
 * Returns the price in dollars per million tokens of models that `@pydantic/genai-prices` does not know, from their
 * vendor's last published list; null: not listed.
 */
export function listedPrice(model: string): { input: number; output: number } | null {
  if (model === 'PaLM-2') return { input: PALM_DOLLARS, output: PALM_DOLLARS }
  const price = lookUp(inYuan, model)
  if (!price) return null
  const { input, completionRatio = 1 } = price
  const dollars = (input * 1000) / YUAN_FOR_A_DOLLAR
  return { input: dollars, output: dollars * completionRatio }
}

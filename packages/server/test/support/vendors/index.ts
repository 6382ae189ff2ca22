import { aiProxyLibrary } from './aiproxy-library.ts'
import { coze } from './coze.ts'
import { dify, difyWorkflow } from './dify.ts'
import { ernie } from './ernie.ts'
import { hunyuan } from './hunyuan.ts'
import { spark } from './spark.ts'
import type { Vendor } from './vendor.ts'
import { zhipuV3 } from './zhipu-v3.ts'

/** Hosts with formats of their own. */
export const vendors: readonly Vendor[] = [hunyuan, dify, difyWorkflow, coze, spark, ernie, zhipuV3, aiProxyLibrary]

import type { ChannelType } from '@tollgate/contract'
import type { en } from '../../phrases/en/index.ts'
import { i18n, t } from '../../phrases/index.ts'

/** Other search words for a type, in any language. */
const ALIASES: Readonly<Record<string, string>> = {
  ernie: '百度 文心 千帆 qianfan 文心一言',
  baidu: '百度 文心 千帆 qianfan wenxin',
  alibaba: '阿里 通义 千问 百炼 dashscope tongyi',
  spark: '讯飞 科大讯飞 星火 iflytek',
  hunyuan: '腾讯 混元',
  volcengine: '火山 引擎 方舟 豆包 字节 doubao ark bytedance',
  custom: '自定义 свой',
  'zhipu-v3': '智谱 清言 bigmodel',
  zhipu: '智谱 清言 bigmodel',
  ai360: '智脑 奇虎',
  lingyi: '零一万物 01.ai yi',
  moonshot: '月之暗面 kimi',
  siliconcloud: '硅基流动 siliconflow',
  minimax: '海螺 hailuo',
  coze: '扣子',
  kling: '可灵 快手',
  jimeng: '即梦 字节',
  seedance: '豆包 字节',
}

/** A type's name in the reader's language. */
export const typeName = ({ id, name }: Pick<ChannelType, 'id' | 'name'>): string =>
  i18n.exists(`channels.typeNames.${id}`) ? t(`channels.typeNames.${id as keyof typeof en.channels.typeNames}`) : name

/** The search words of a type in a list of choices: its names and aliases. */
export const typeWords = (type: Pick<ChannelType, 'id' | 'name'>): string =>
  [typeName(type), type.name, type.id, ALIASES[type.id] ?? ''].join(' ')

import 'dayjs/locale/zh-tw'
import componentWords from 'antd/es/locale/zh_TW.js'
import type { FirstPack } from '../language-pack.ts'
import { session } from './session.ts'

export default {
  phrases: { session },
  loadArea: file => import(`./${file}.ts`),
  componentWords,
} satisfies FirstPack

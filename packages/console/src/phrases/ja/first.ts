import 'dayjs/locale/ja'
import componentWords from 'antd/es/locale/ja_JP.js'
import type { FirstPack } from '../language-pack.ts'
import { session } from './session.ts'

export default {
  phrases: { session },
  loadArea: file => import(`./${file}.ts`),
  componentWords,
} satisfies FirstPack

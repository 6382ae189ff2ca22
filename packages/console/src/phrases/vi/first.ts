import 'dayjs/locale/vi'
import componentWords from 'antd/es/locale/vi_VN.js'
import type { FirstPack } from '../language-pack.ts'
import { session } from './session.ts'

export default {
  phrases: { session },
  loadArea: file => import(`./${file}.ts`),
  componentWords,
} satisfies FirstPack

import 'dayjs/locale/fr'
import componentWords from 'antd/es/locale/fr_FR.js'
import type { FirstPack } from '../language-pack.ts'
import { session } from './session.ts'

export default {
  phrases: { session },
  loadArea: file => import(`./${file}.ts`),
  componentWords,
} satisfies FirstPack

import 'dayjs/locale/fr'
import componentWords from 'antd/es/locale/fr_FR.js'
import type { FirstPack } from '../language-pack.ts'
import { call } from './call.ts'
import { components } from './components.ts'
import { identities } from './identities.ts'
import { layout } from './layout.ts'
import { login } from './login.ts'
import { notFound } from './not-found.ts'
import { register } from './register.ts'
import { reset } from './reset.ts'
import { security } from './security.ts'
import { session } from './session.ts'

export default {
  phrases: { call, components, identities, layout, login, notFound, register, reset, security, session },
  loadArea: file => import(`./${file}.ts`),
  componentWords,
} satisfies FirstPack

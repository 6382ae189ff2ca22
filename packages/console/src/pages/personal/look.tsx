import {
  contrast,
  DENSITIES,
  FONTS,
  HARDEST_SURFACE,
  LEAST_CONTRAST,
  type Look,
  RADII,
  type User,
} from '@tollgate/contract'
import { App, Button, Radio } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/panel.tsx'
import { CallError } from '../../lib/call.ts'
import { ownLook } from '../../look.ts'
import { useSetLook } from './api.ts'
import styles from './personal.module.css'

const CHOICES = { density: DENSITIES, radius: RADII, font: FONTS } as const
type Aspect = keyof typeof CHOICES

/** Each readable on light surfaces; the dark theme lightens them. */
const ACCENTS = ['#2a52c4', '#1a7a45', '#0b6b7a', '#7a3fc0', '#b0286a', '#b03a1e', '#8a5a08', '#4a4a4a']

/** How the user wants the console to look. Each choice holds at once, on all their devices. */
export function LookPanel({ user }: { user: User }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutateAsync: save } = useSetLook(user)
  const look = ownLook(user)

  const choose = async (part: Partial<Look>) => {
    try {
      await save({ ...look, ...part })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      message.error(t('personal.look.failed', { reason: error.message }))
    }
  }
  return (
    <Panel
      title={t('personal.look.title')}
      hint={t('personal.look.hint')}
      aside={
        Object.keys(look).length > 0 && (
          <Button
            size="small"
            onClick={() => choose({ accent: undefined, density: undefined, radius: undefined, font: undefined })}
          >
            {t('personal.look.reset')}
          </Button>
        )
      }
    >
      <div className={styles.look}>
        <Accents chosen={look.accent} onChoose={accent => choose({ accent })} />
        {(Object.keys(CHOICES) as Aspect[]).map(aspect => (
          <Aspects key={aspect} aspect={aspect} chosen={look[aspect]} onChoose={choose} />
        ))}
      </div>
    </Panel>
  )
}

interface AspectsProps {
  aspect: Aspect
  chosen: string | undefined
  onChoose: (part: Partial<Look>) => void
}

function Aspects({ aspect, chosen, onChoose }: AspectsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className={styles.aspect}>
      <span id={id}>{t(`personal.look.${aspect}.title`)}</span>
      <Radio.Group
        aria-labelledby={id}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose({ [aspect]: target.value || undefined })}
        options={[
          { value: '', label: t('personal.look.asSite') },
          // the choices of this aspect have their own words
          ...CHOICES[aspect].map(value => ({
            value,
            label: t(`personal.look.${aspect}.${value}` as 'personal.look.font.sans'),
          })),
        ]}
      />
    </div>
  )
}

interface AccentsProps {
  chosen: string | undefined
  onChoose: (accent: string | undefined) => void
}

function Accents({ chosen, onChoose }: AccentsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { message } = App.useApp()
  const chooseOwn = (color: string) => {
    if (contrast(color, HARDEST_SURFACE.light) >= LEAST_CONTRAST) onChoose(color)
    else message.warning(t('personal.look.unreadable'))
  }
  return (
    <div className={styles.aspect}>
      <span id={id}>{t('personal.look.accent')}</span>
      <fieldset aria-labelledby={id} className={styles.accents}>
        <Button
          size="small"
          type={chosen ? 'default' : 'primary'}
          aria-pressed={!chosen}
          onClick={() => onChoose(undefined)}
        >
          {t('personal.look.asSite')}
        </Button>
        {ACCENTS.map(color => (
          <button
            key={color}
            type="button"
            className={styles.accent}
            style={{ background: color }}
            aria-label={color}
            title={color}
            aria-pressed={chosen === color}
            onClick={() => onChoose(color)}
          />
        ))}
        <label className={styles.ownAccent}>
          {t('personal.look.own')}{' '}
          <input
            type="color"
            // the browser reports each colour that the pointer passes; the last one counts
            key={chosen ?? ''}
            defaultValue={chosen ?? ACCENTS[0]}
            onBlur={({ target }) => target.value !== (chosen ?? ACCENTS[0]) && chooseOwn(target.value)}
          />
        </label>
      </fieldset>
    </div>
  )
}

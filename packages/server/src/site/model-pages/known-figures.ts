import { ReportEnded, withReportLimits } from '../../platform/storage/report-limits.ts'
import { isTransient } from '../../platform/storage/transient-errors.ts'
import type { SiteContext } from '../context.ts'
import { readIncidents } from './incidents.ts'
import { keptForAMinute } from './kept.ts'
import { readSpeed } from './speed.ts'
import { readUptime } from './uptime.ts'

/** A read that took too long is not repeated within the minute either; its figures are then unknown. */
const unlessTooLong =
  <Figures>(read: (app: SiteContext) => Promise<Figures>) =>
  (app: SiteContext): Promise<Figures | null> =>
    withReportLimits({ signal: undefined }, () => read(app)).catch(error => {
      if (!(error instanceof ReportEnded) && !isTransient(error)) throw error
      app.log.warn({ err: error }, 'the figures of models or channels could not be read')
      return null
    })

/** The uptime, speed and incidents of all models, and the uptime of all channels, each read at most once a minute, whatever models are asked for. */
export const knownUptime = keptForAMinute(unlessTooLong(app => readUptime(app)))
export const knownChannelUptime = keptForAMinute(unlessTooLong(app => readUptime(app, 'channel')))
export const knownSpeed = keptForAMinute(unlessTooLong(readSpeed))
export const knownIncidents = keptForAMinute(unlessTooLong(readIncidents))

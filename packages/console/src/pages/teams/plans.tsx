import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { calls, type Team, type TeamPlan } from '@tollgate/contract'
import { Button, Select, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { LabelledSwitch } from '../../components/labelled-switch.tsx'
import { Panel } from '../../components/panel.tsx'
import { masked, Sensitive } from '../../components/sensitive.tsx'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'
import { useMembers } from '../../lib/use-teams.ts'
import { useUser } from '../../session/user.ts'
import { OfferCard } from '../wallet/plans/offer-card.tsx'
import { OwnPlan } from '../wallet/plans/own-plan.tsx'
import cards from '../wallet/plans/plans.module.css'
import styles from './teams.module.css'
import { useMayGive } from './use-may-give.ts'

/** The team's plans, who has a seat, and the shop for those who may spend; hidden if there are none. */
export default function TeamPlans({ team }: { team: Team }) {
  const { t } = useTranslation()
  const { id } = team
  const maySpend = useMayGive(team)
  const params = { id }
  const { data: plans = [] } = useQuery({
    queryKey: ['teams', id, 'plans'],
    queryFn: () => send(calls.teamPlans.list, { params }),
  })
  const { data: offers = [] } = useQuery({
    queryKey: ['teams', id, 'shop'],
    queryFn: () => send(calls.teamPlans.shop, { params }),
    enabled: maySpend,
  })
  const running = plans.filter(({ status }) => status !== 'ended')
  if (running.length === 0 && offers.length === 0) return null
  return (
    <Panel title={t('plans.title')} hint={t('plans.teamHint')}>
      <div className={cards.cards}>
        {running.map(plan => (
          <OwnPlan
            key={plan.id}
            plan={plan}
            team={id}
            isFixed={!maySpend}
            isOneOfSeveral={running.length > 1}
            offers={offers}
          >
            <Seats plan={plan} team={team} maySpend={maySpend} />
          </OwnPlan>
        ))}
      </div>
      {offers.length > 0 && (
        <>
          <h3 className={cards.label}>{t('plans.shop')}</h3>
          <div className={cards.cards}>
            {offers.map(offer => (
              <OfferCard key={offer.id} offer={offer} team={id} />
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

interface SeatsProps {
  plan: TeamPlan
  team: Team
  maySpend: boolean
}

/** Who may draw from the plan; members take free seats, or they are assigned. */
function Seats({ plan: { id, name, seats, seats_open, seated }, team, maySpend }: SeatsProps) {
  const { t } = useTranslation()
  const self = useUser()
  const { data: members = [] } = useMembers(team.id)
  const params = (user_id: number) => ({ params: { id: team.id, subscription_id: id, user_id } })
  const { mutate: seat } = useChange((user_id: number) => send(calls.teamPlans.seat, params(user_id)), { of: 'teams' })
  const { mutate: unseat } = useChange((user_id: number) => send(calls.teamPlans.unseat, params(user_id)), {
    of: 'teams',
  })
  const { mutate: open } = useChange(
    (seats_open: boolean) =>
      send(calls.teamPlans.change, { params: { id: team.id, subscription_id: id }, body: { seats_open } }),
    { of: 'teams' },
  )
  if (seats === null) return null
  const isSeated = seated.some(({ user_id }) => user_id === self?.id)
  const isFull = seated.length >= seats
  const others = members.filter(({ user_id }) => seated.every(one => one.user_id !== user_id))
  return (
    <div className={styles.seats}>
      <span>{t('plans.seated', { taken: seated.length, seats })}</span>
      {seated.map(({ user_id, username }) => (
        <Tag
          key={user_id}
          closable={maySpend || user_id === self?.id}
          closeIcon={<CloseOutlined aria-label={t('plans.unseat', { name: masked(username) })} />}
          onClose={event => {
            event.preventDefault()
            unseat(user_id)
          }}
        >
          <Sensitive>{username}</Sensitive>
        </Tag>
      ))}
      {!isSeated && !isFull && (seats_open || maySpend) && self && (
        <Button size="small" onClick={() => seat(self.id)}>
          {t('plans.takeSeat')}
        </Button>
      )}
      {maySpend && !isFull && (
        <Select
          size="small"
          className={styles.choice}
          aria-label={t('plans.giveSeat', { plan: name })}
          placeholder={t('plans.giveSeatTo')}
          value={null}
          onChange={user_id => user_id !== null && seat(user_id)}
          options={others.map(({ user_id, username }) => ({ value: user_id, label: masked(username) }))}
        />
      )}
      {maySpend && <LabelledSwitch label={t('plans.seatsOpen')} checked={seats_open} onChange={on => open(on)} />}
    </div>
  )
}
